"""The places where the rules ask the modules: nothing else in the engine names one.

`changes`: what modules change in the rules of the base game and of the Châteauma; `decisions`: what they add to
decide. The base rules ask only in games with modules (`t.modules`), so that the others pay one test for it.
A hook is one small kernel; its docstring says when it is called.
"""

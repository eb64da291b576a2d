"""The table in a browser: `burgundy serve`.

`app` is the server, `live` what is said over a table's socket, `table` one game and who looks at it, `showing` a
position as pages draw it, `lobby` what may be chosen for a new game, `keeping` where games are kept, `thinking` the
processes that agents think in, `compiling` whether they or the server wait for the engine, `guard` whom the server
talks to. The page itself is in `web/`.
"""

"""The smallest program that plays through `stdio`: it places tiles when it can and is random otherwise."""

import json
import random
import sys


def choose(message):
    legal = message["legal"]
    placing = [action for action in legal if " place " in action]
    return random.Random(message["seed"]).choice(placing or legal)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "name": "placer"}
    elif message["type"] == "position":
        answer = {"action": choose(message)}
    else:
        continue  # game, result and bye want no answer
    print(json.dumps(answer), flush=True)

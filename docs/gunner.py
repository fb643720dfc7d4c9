"""A gunner: brings the nearest enemy abeam, fires, and makes good her damage meanwhile."""

import json
import math
import sys

LIKED = (
    *("broadside", "partial_fire", "close_combat", "reload", "repair", "rally", "sail_battle"),
    *("attempt", "stand", "hold", "none"),
)


def say(words):
    print(json.dumps(words), flush=True)


def nearest(view, ship):
    """Ask back for the ranges; return the nearest enemy's bearing off the bow, and her range."""
    say({"op": "inspect", "ship": ship})
    targets = json.loads(sys.stdin.readline())["inspect"][ship]["targets"]
    if not targets:
        return 0.0, 0.0
    foe = min(targets, key=lambda key: targets[key]["range"])
    me, her = (view["ships"][key]["pose"] for key in (ship, foe))
    off = math.degrees(math.atan2(her["x"] - me["x"], her["y"] - me["y"])) - me["heading"]
    return (off + 180) % 360 - 180, targets[foe]["range"]


def answer(question, view):
    options, dial = question["options"], question["dial"]
    turns = [option["id"] for option in options if option["dial"]]
    if turns and question["kind"] in ("manoeuvre", "turn", "seamanship_action"):
        off, far = nearest(view, question["ship"])
        wish = off if far > 4 else off - math.copysign(90, off)
        steps = round(max(dial["low"], min(dial["high"], wish)) / dial["step"])
        return {"option": turns[0], "dial": steps * dial["step"]}
    ids = [option["id"] for option in options]
    liked = (id for word in LIKED for id in ids if word in id)
    return {"option": next(liked, ids[0])}


for line in sys.stdin:
    asked = json.loads(line)
    say(answer(asked["question"], asked["view"]))

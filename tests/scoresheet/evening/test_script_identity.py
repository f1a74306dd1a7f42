"""People of a table without network: the phone's script tells them apart as the server does."""

import json
import random
import subprocess
from pathlib import Path

import pytest

from cegoscore.clubs.people import identity, name_and_village

ROOT = Path(__file__).parents[3]
SCRIPT = """
import { identity } from "./static/offline/identity.js";
let text = "";
for await (const part of process.stdin) text += part;
console.log(JSON.stringify(JSON.parse(text).map(identity).map((said) => JSON.parse(said))));
"""
LETTERS = "aAäÄ\u0308\u0301\u0302nNß,' -’‑\u00a0\u2009\u3000\u200b\u200c\u200d\ufeff\u00ad\u2800АаеοxX1."

pytestmark = pytest.mark.sqlite  # needs no database: once is enough


@pytest.mark.hypothesis
def test_phone_tells_people_apart_as_the_server_does() -> None:
    dice = random.Random(12)
    typed = ["".join(dice.choices(LETTERS, k=dice.randint(0, 8))) for _ in range(4000)]
    typed += ["Anna B", "Anna  B", "Ka\u0308the", "Käthe", "Anna, Bräunlingen", "Anna ,  Bräunlingen"]
    command = ["tools/node.sh", "--input-type=module", "--eval", SCRIPT]
    done = subprocess.run(command, cwd=ROOT, input=json.dumps(typed), capture_output=True, text=True, check=True)
    for one, answer in zip(typed, json.loads(done.stdout), strict=True):
        assert tuple(answer) == identity(*name_and_village(one)), ascii(one)

"""Settling without network: the phone's script says what the server's page says, to the cent."""

import json
import random
import subprocess
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from cegoscore.scoresheet.ledger.money import Stake, balances, still_due
from cegoscore.scoring.documents.document import Transfer
from cegoscore.scoring.documents.ledger import MOST_EXACT, settle

ROOT = Path(__file__).parents[3]
SCRIPT = """
import { balances, cents, moneyText, settle, stillDue } from "./static/offline/settle.js";
let text = "";
for await (const part of process.stdin) text += part;
const answers = JSON.parse(text).map(({ totals, stake, paid }) => {
  const transfers = settle(totals);
  const money = balances(transfers, stake, totals.length);
  const amounts = [...money, ...paid.map(({ amount }) => amount)];
  return {
    transfers: transfers.map(({ payer, receiver, amount }) => [payer, receiver, amount, cents(stake, amount)]),
    money,
    due: stillDue(totals, stake, paid).map(({ payer, receiver, amount }) => [payer, receiver, amount]),
    texts: ["de", "en"].map((language) => amounts.map((amount) => moneyText(amount, stake, "€", language))),
  };
});
console.log(JSON.stringify(answers));
"""

pytestmark = pytest.mark.sqlite  # needs no database: once is enough


def evenings(many: int) -> list[dict[str, Any]]:
    """Random totals that come to zero, many of them with groups that are even among themselves, and stakes."""
    dice = random.Random(12)
    found = []
    for _ in range(many):
        size, most = dice.randint(2, 9), dice.choice([2, 60, 90_000])
        totals = [dice.randint(-most, most) for _ in range(size - 1)]
        stake = dice.choice(["0.05", "0.01", "0.0050", "0.0333", "1", "2.00", "12.5"])
        pairs = [dice.sample(range(size), 2) for _ in range(dice.choice([0, 0, 1, 3]))]
        paid = [{"payer": one, "receiver": other, "amount": dice.randint(1, 900)} for one, other in pairs]
        found.append({"totals": [*totals, -sum(totals)], "stake": stake, "paid": paid})
    return found


def by_server(totals: list[int], stake: str, paid: list[dict[str, int]]) -> dict[str, Any]:
    """The same as the page of an evening has it."""
    transfers, money = settle(totals), Stake(amount=Decimal(stake), currency="€")
    coins = balances(transfers, money, len(totals))
    texts = []
    for language in ("de", "en"):
        with translation.override(language):
            texts.append([*map(money.text, coins), *(money.text_of_cents(one["amount"]) for one in paid)])
    cents = [[each.payer, each.receiver, each.amount, int(money.of(each.amount) * 100)] for each in transfers]
    due = [
        [each.payer, each.receiver, each.amount]
        for each in still_due(
            totals,
            money,
            [Transfer(payer=one["payer"], receiver=one["receiver"], amount=one["amount"]) for one in paid],
        )
    ]
    return {"transfers": cents, "due": due, "money": [int(amount * 100) for amount in coins], "texts": texts}


@pytest.mark.hypothesis
def test_phone_settles_as_the_server_does() -> None:
    given = evenings(400)
    command = ["tools/node.sh", "--input-type=module", "--eval", SCRIPT]
    done = subprocess.run(command, cwd=ROOT, input=json.dumps(given), capture_output=True, text=True, check=True)
    for one, answer in zip(given, json.loads(done.stdout), strict=True):
        assert answer == by_server(**one), one
    assert MOST_EXACT >= 9  # columns of a sheet: the phone knows no other way

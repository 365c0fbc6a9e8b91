// A verifier of records, written from docs/protocol.md alone: it knows nothing of the program.
// node verifier.mjs GAMES RECORD...   prints for each record a line of JSON: what is wrong with it
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();

function number(value, bytes) {
  const found = Buffer.alloc(bytes);
  found.writeUInt32BE(value, bytes - 4);
  return found;
}

function seedOf(secret, salts) {
  const parts = [secret, ...salts.map((salt) => Buffer.from(salt, 'utf8'))];
  return sha256(...parts.flatMap((part) => [number(part.length, 4), part]));
}

function* wordsOf(seed, label) {
  const key = sha256(number(seed.length, 8), seed, Buffer.from(label, 'utf8'));
  for (let i = 0; ; i++) {
    const block = sha256(key, number(i, 8));
    for (let at = 0; at < 32; at += 4) yield block.readUInt32BE(at);
  }
}

function below(words, n) {
  for (;;) {
    const word = words.next().value;
    if (word < Math.floor(2 ** 32 / n) * n) return word % n;
  }
}

function deckOf(seed, k, cards) {
  const words = wordsOf(seed, `deal ${k}`);
  const deck = [...cards];
  for (let place = deck.length - 1; place >= 1; place--) {
    const other = below(words, place + 1);
    [deck[place], deck[other]] = [deck[other], deck[place]];
  }
  return deck;
}

function firstOf(seed, names, { always_first, first_name }) {
  if (String(names.length) in always_first) return always_first[names.length];
  const called = first_name === '' ? -1 : names.findIndex((name) => name.trim().toLowerCase() === first_name);
  return called >= 0 ? called : below(wordsOf(seed, 'first'), names.length);
}

function problems(record, games) {
  const [header, ...lines] = record.trim().split('\n').map((line) => JSON.parse(line));
  const { fair, names } = header;
  const rules = games.find((game) => game.name === header.game);
  const secret = Buffer.from(fair.secret, 'hex');
  const found = [];
  if (sha256(secret).toString('hex') !== fair.commitment) found.push('secret');
  if (fair.salt_commitments)
    fair.salts.forEach((salt, seat) => {
      if (salt && sha256(Buffer.from(salt, 'utf8')).toString('hex') !== fair.salt_commitments[seat]) found.push('salt');
    });
  const seed = seedOf(secret, fair.salts);
  const chosen = fair.first_chosen && !(String(names.length) in rules.always_first);
  if (!chosen && header.first !== firstOf(seed, names, rules)) found.push('first');
  lines
    .filter((line) => 'deal' in line)
    .forEach(({ deal }, i) => {
      const size = deal.split(' ').length;
      if (deckOf(seed, i + 1, rules.cards.slice(0, size)).join(' ') !== deal) found.push(`deal ${i + 1}`);
    });
  return found;
}

const [games, ...records] = process.argv.slice(2).map((path) => readFileSync(path, 'utf8'));
for (const record of records) console.log(JSON.stringify(problems(record, JSON.parse(games))));

/**
 * The rules for players, read from games/NAME/rules/LANGUAGE.md: headings, paragraphs, lists, tables and examples with
 * cards, in blocks between blank lines. Comments name rules (`<!-- W4 -->`); they are not shown, but can be linked to.
 */

/** A piece of a line; what matters is strong. */
export interface Span {
  text: string;
  strong: boolean;
}
export type Line = Span[];

/** A card of a trick, who laid it, and whether it wins. */
export interface Laid {
  name: string;
  card: string;
  wins: boolean;
}

/** The cards of a fenced block. */
export interface Example {
  caption: string;
  rows: string[][];
  trick: Laid[];
  hand: string[];
  legal: string[];
  illegal: string[];
  /** Shares given and wanted; nothing wanted is a gift. */
  offer: { give: string[]; want: string[] } | null;
}

export type Block =
  | { kind: 'title'; text: string }
  | { kind: 'section'; text: string; id: string }
  | { kind: 'paragraph'; line: Line }
  | { kind: 'list'; items: Line[] }
  | { kind: 'table'; head: Line[]; rows: Line[][] }
  | { kind: 'example'; example: Example };

/** A block, and the rule that it begins to explain. */
export type Placed = Block & { rule: string | undefined };

const FENCE = '```';

/** A line in pieces, split at `**`. */
export function spans(text: string): Line {
  return text
    .split('**')
    .map((piece, i) => ({ text: piece, strong: i % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

function cells(line: string): Line[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => spans(cell.trim()));
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Shares such as `2F` or `2FB` as cards, one by one. */
export function shares(text: string): string[] {
  return [...text.matchAll(/(\d*)([A-Z])/g)].flatMap(([, count, letter]) =>
    Array<string>(Number(count || 1)).fill(letter!),
  );
}

function laid(word: string): Laid {
  const [name = '', card = ''] = word.replaceAll('*', '').split(':');
  return { name, card, wins: word.includes('*') };
}

/** An example from the lines between its fences. */
export function example(lines: string[]): Example {
  const found: Example = { caption: '', rows: [], trick: [], hand: [], legal: [], illegal: [], offer: null };
  for (const line of lines) {
    const [key, value = ''] = line.split(/: (.*)/, 2) as [string, string?];
    if (key === 'caption') found.caption = value;
    else if (key === 'row') found.rows.push(words(value));
    else if (key === 'trick') found.trick = words(value).map(laid);
    else if (key === 'hand' || key === 'legal' || key === 'illegal') found[key] = words(value);
    else if (key === 'offer') {
      const [give = '', want = ''] = value.split(' for ');
      found.offer = { give: shares(give), want: shares(want) };
    } else throw new Error(`An example has no ${key}.`);
  }
  return found;
}

function block(lines: string[], sections: number): Block {
  const [first = ''] = lines;
  if (first.startsWith('# ')) return { kind: 'title', text: first.slice(2) };
  if (first.startsWith('## ')) return { kind: 'section', text: first.slice(3), id: `part-${sections + 1}` };
  if (first.startsWith('- ')) return { kind: 'list', items: lines.map((line) => spans(line.slice(2))) };
  if (first.startsWith('|')) return { kind: 'table', head: cells(first), rows: lines.slice(2).map(cells) };
  if (first.startsWith(FENCE)) return { kind: 'example', example: example(lines.slice(1, -1)) };
  return { kind: 'paragraph', line: spans(lines.join(' ')) };
}

/** A text as blocks. */
export function blocks(text: string): Placed[] {
  const found: Placed[] = [];
  const named = new Set<string>();
  let rule: string | undefined;
  let sections = 0;
  for (const part of text.trim().split(/\n{2,}/)) {
    if (part.startsWith('<!--')) {
      const ids = words(part).slice(1, -1);
      rule = ids.find((id) => !named.has(id));
      ids.forEach((id) => named.add(id));
      continue;
    }
    const next = block(part.split('\n'), sections);
    if (next.kind === 'section') sections++;
    found.push({ ...next, rule });
    rule = undefined;
  }
  return found;
}

const texts = import.meta.glob<string>('../games/*/rules/*.md', { query: '?raw', import: 'default' });

/** Whether a game has rules to read. */
export const explained = (game: string): boolean => `../games/${game}/rules/en.md` in texts;

/** Loads the rules of a game in one language, and nothing else. */
export async function rulesOf(game: string, language: string): Promise<Placed[]> {
  const found = texts[`../games/${game}/rules/${language}.md`];
  if (!found) throw new Error(`There are no rules of ${game} in ${language}.`);
  return blocks(await found());
}

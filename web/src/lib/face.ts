/** The faces of bots: turned wooden figures, painted. A name always has the same face. */

export interface Features {
  /** The disc behind, the wood of the head, the paint of hair and coat: numbers of colours in Face.svelte. */
  disc: number;
  wood: number;
  paint: number;
  coat: number;
  hair: number;
  eyes: number;
  mouth: number;
  extra: number;
}

/** How many there are of each. */
export const CHOICES: Features = { disc: 6, wood: 5, paint: 6, coat: 6, hair: 10, eyes: 4, mouth: 4, extra: 6 };

/** FNV-1a with a final mix, so that names that differ in one letter look nothing alike. */
export function hash(text: string): number {
  let found = 0x811c9dc5;
  for (const letter of text.normalize('NFC').toLowerCase())
    found = Math.imul(found ^ letter.codePointAt(0)!, 0x01000193);
  found ^= found >>> 16;
  found = Math.imul(found, 0x85ebca6b);
  found ^= found >>> 13;
  return found >>> 0;
}

/** The features that go with a name. */
export function featuresOf(name: string): Features {
  const drawn = Object.entries(CHOICES).map(([part, count]) => [part, hash(`${part} ${name}`) % count]);
  return Object.fromEntries(drawn) as unknown as Features;
}

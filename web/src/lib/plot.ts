/** Numbers for a plot: where the lines of a scale are, and how labels keep apart. */

const STEPS = [1, 2, 5, 10];

/** Round numbers that span two others, about as many as wanted. */
export function ticks(low: number, high: number, wanted: number): number[] {
  const rough = Math.max(1, (high - low) / wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * STEPS.find((one) => one * power >= rough)!;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** Places moved so far apart that each has its gap, within two bounds if there is room; in the order given. */
export function spread(places: number[], gap: number, low: number, high: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]!);
  const found = [...places];
  let least = low;
  for (const i of order) {
    found[i] = Math.max(places[i]!, least);
    least = found[i]! + gap;
  }
  let most = high;
  for (const i of order.toReversed()) {
    found[i] = Math.min(found[i]!, most);
    most = found[i]! - gap;
  }
  return found;
}

/** The sums after each round, from nothing on. */
export function courses(rounds: { gained: number[] }[], places: number): number[][] {
  return Array.from({ length: places }, (_, place) => {
    let sum = 0;
    return [0, ...rounds.map((round) => (sum += round.gained[place] ?? 0))];
  });
}

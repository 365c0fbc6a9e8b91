/** Where places stand around the table: me at the bottom, then clockwise over the left. */

const ARCS: Record<number, number[]> = {
  1: [],
  2: [0.5],
  3: [0.3, 0.7],
  4: [0.235, 0.5, 0.765],
  5: [0.21, 0.39, 0.61, 0.79],
  6: [0.2, 0.345, 0.5, 0.655, 0.8],
};

/** How far around the table a place is: 0 at the bottom, ¼ at the left, ½ at the top. */
export function turn(place: number, bottom: number, places: number): number {
  const steps = (place - bottom + places) % places;
  return steps === 0 ? 0 : (ARCS[places]?.[steps - 1] ?? steps / places);
}

/** The direction of a place as seen from the middle: right and down are positive. */
export function direction(place: number, bottom: number, places: number): { x: number; y: number } {
  const angle = 2 * Math.PI * turn(place, bottom, places);
  return { x: -Math.sin(angle), y: Math.cos(angle) };
}

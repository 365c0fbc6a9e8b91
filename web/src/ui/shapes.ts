/** A shape for every colour, in a box from -10 to 10, so that no card depends on its colour alone. */
export const SHAPES: Record<string, string> = {
  r: 'M0-9.5A9.5 9.5 0 1 1 0 9.5A9.5 9.5 0 1 1 0-9.5Z',
  y: 'M0-11 2.9-4.6 9.5-5.5 5.5 0 9.5 5.5 2.9 4.6 0 11-2.9 4.6-9.5 5.5-5.5 0-9.5-5.5-2.9-4.6Z',
  g: 'M0-11C8-7 10-1 8 4 6 8 3 9 1.2 8.8L2 12H-2L-1.2 8.8C-3 9-6 8-8 4-10-1-8-7 0-11Z',
  b: 'M0-11C6-3 9 0 9 3.5A9 8 0 0 1-9 3.5C-9 0-6-3 0-11Z',
  v: 'M0-11 9 0 0 11-9 0Z',
  x: 'M-9-9H9V9H-9ZM-4.5-4.5V4.5H4.5V-4.5Z',
};

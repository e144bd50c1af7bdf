/** Marks of kinematic diagrams, as SVG in a 52×40 box; the row's colours come from the sheet. */

type Point = readonly [number, number]

export const link = (...points: readonly Point[]): string =>
  `<path d="M${points.map((point) => point.join(' ')).join('L')}"/>`

export const plate = (...points: readonly Point[]): string =>
  `<path d="M${points.map((point) => point.join(' ')).join('L')}z"/>`

export const joint = (...[x, y]: Point): string =>
  `<circle class="joint" cx="${x}" cy="${y}" r="2.4"/>`

export const bob = (x: number, y: number, radius: number): string =>
  `<circle class="joint" cx="${x}" cy="${y}" r="${radius}"/>`

/** A gear with its rotor inside. */
export const rotor = (x: number, y: number, radius: number): string =>
  `<circle class="joint" cx="${x}" cy="${y}" r="${radius}"/><circle cx="${x}" cy="${y}" r="${radius * 0.4}"/>`

/** A triangle under a fixed joint, standing on a line. */
export const ground = (x: number, y: number): string =>
  `<path class="thin" d="M${x} ${y}L${x - 3.5} ${y + 6}H${x + 3.5}zM${x - 5} ${y + 6}H${x + 5}"/>`

/** A line that a joint hangs from. */
export const ceiling = (x: number, y: number): string => `<path d="M${x - 7} ${y}H${x + 7}"/>`

/** A rail under a slider. */
export const rail = (x1: number, x2: number, y: number): string =>
  `<path class="thin" d="M${x1} ${y}H${x2}"/>`

export const block = (x: number, y: number, width: number, height: number): string =>
  `<rect class="joint" x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}"/>`

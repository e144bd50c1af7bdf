/** What mechanisms whose parts slide on curves and surfaces share in the gallery. */
export const surfaceGroup = 'Curves and surfaces'

/** A ring of a kinematic diagram, seen at a slant. */
export const ring = (x: number, y: number, across: number, along: number): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${across}" ry="${along}"/>`

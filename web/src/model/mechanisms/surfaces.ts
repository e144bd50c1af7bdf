/** What mechanisms whose parts slide on curves and surfaces share in the gallery. */
export const surfaceGroup = 'Curves and surfaces'

import type { Box } from '../model/stage.ts'

/** Where elements are that are seen, from the upper left corner of another. */
export function boxesFrom(corner: Element, elements: Iterable<Element>): Box[] {
  return boxes(
    corner,
    [...elements].map((element) => element.getBoundingClientRect())
  )
}

/** Where an element's words are, line by line. */
export function linesFrom(corner: Element, element: Element): Box[] {
  const range = document.createRange()
  range.selectNodeContents(element)
  return boxes(corner, range.getClientRects())
}

function boxes(corner: Element, rectangles: Iterable<DOMRect>): Box[] {
  const { left: x, top: y } = corner.getBoundingClientRect()
  return [...rectangles]
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, right, bottom }) => ({
      ...{ left: left - x, right: right - x },
      ...{ top: top - y, bottom: bottom - y }
    }))
}

import type { Box } from '../model/stage.ts'

/** Returns the boxes of the visible elements, relative to the upper left corner of `corner`. */
export function boxesFrom(corner: Element, elements: Iterable<Element>): Box[] {
  return boxes(
    corner,
    [...elements].map((element) => element.getBoundingClientRect())
  )
}

/** Returns the boxes of the text lines of an element, relative to `corner`. */
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

import type { HeightfieldCollider } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import type { Remarks } from '../xml/remarks.js'
import { list, number, numbers } from '../xml/values.js'
import { nameOf } from './mesh-assets.js'

/** Ground as a mechanism has it, its lowest point at z = 0. */
export type HeightField = Pick<HeightfieldCollider, 'extents' | 'heights'>

/** The <hfield> assets whose heights are in the document, by name. */
export function heightFieldsOf(root: Element, remarks: Remarks): ReadonlyMap<string, HeightField> {
  const fields = new Map<string, HeightField>()
  for (const each of root.all('asset').flatMap((asset) => asset.all('hfield'))) {
    const file = each.text('file')
    const name = each.text('name') ?? nameOf(file ?? '').replace(/\.[^.]*$/, '')
    const field = file === undefined ? remarks.optional(() => heightFieldOf(each)) : undefined
    if (field && !fields.has(name)) fields.set(name, field)
  }
  return fields
}

/** MuJoCo scales heights to a range from 0 to the third size. Its first row is that of the largest y. */
function heightFieldOf(element: Element): HeightField {
  const [rows, columns] = [countOf(element, 'nrow'), countOf(element, 'ncol')]
  const [halfX = 0, halfY = 0, top = 0] = numbers(element, 'size', 4)
  if (!(halfX > 0 && halfY > 0 && top > 0))
    throw fault(element, 'size', `expected numbers above 0, found ${element.text('size')}`)
  const given =
    element.text('elevation') === undefined
      ? new Array<number>(rows * columns).fill(0)
      : list(element, 'elevation')
  if (given.length !== rows * columns)
    throw fault(element, 'elevation', `expected ${rows * columns} numbers, found ${given.length}`)
  const lowest = given.reduce((least, each) => Math.min(least, each))
  const range = given.reduce((most, each) => Math.max(most, each)) - lowest
  const scale = range > 0 ? top / range : 0
  const rowOf = (row: number) => given.slice(row * columns, (row + 1) * columns)
  return {
    extents: [2 * halfX, 2 * halfY],
    heights: Array.from({ length: rows }, (_, row) =>
      rowOf(rows - 1 - row).map((each) => (each - lowest) * scale)
    )
  }
}

function countOf(element: Element, attribute: string): number {
  const count = number(element, attribute)
  if (Number.isInteger(count) && count >= 2) return count
  throw fault(element, attribute, `expected a whole number from 2, found ${count}`)
}

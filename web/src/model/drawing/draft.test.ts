import { expect, it } from 'vitest'
import { Draft } from './draft.ts'

const version = (text: string) => ({ text })

it('goes back through all changes and forward again', () => {
  const draft = new Draft(version('a'))
  for (const text of ['b', 'c', 'd']) draft.write(version(text))
  for (const text of ['c', 'b', 'a', 'a']) {
    draft.undo()
    expect(draft.present.value.text).toBe(text)
  }
  for (const text of ['b', 'c', 'd', 'd']) {
    draft.redo()
    expect(draft.present.value.text).toBe(text)
  }
})

it('a change after an undo drops the undone changes', () => {
  const draft = new Draft(version('a'))
  draft.write(version('b'))
  draft.undo()
  draft.write(version('c'))
  expect([draft.canUndo, draft.canRedo]).toEqual([true, false])
})

it('changes of one stroke are undone together', () => {
  const draft = new Draft(version('a'))
  draft.write(version('b'))
  for (const text of ['c', 'd', 'e']) draft.write(version(text), 'drag 1')
  draft.write(version('f'), 'drag 2')
  draft.undo()
  draft.undo()
  expect(draft.present.value.text).toBe('b')
})

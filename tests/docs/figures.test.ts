import { describe, expect, it } from 'vitest'
import { findings, findingsIn, oldResults, withFigures } from '../../bench/figures.mjs'
import { parse, textOf } from '../../bench/results.mjs'

it('finds no wrong figure, no unmarked figure and no old result in the repository', () => {
  expect(findings()).toEqual([])
})

const head = {
  command: 'bench/steps',
  commit: '12345678',
  cppCommits: 100,
  date: '2026-01-02',
  machine: 'a processor'
}
const body = `A step by links

| | n = 5 | 50 |
| --- | ---: | ---: |
| \`rk4\` | 1.00 | 2.50 (fast, 10 ms) |
| \`variational\` | 0.90 | 0.84 |

By robot

| | ratio |
| --- | ---: |
| \`rk4\` | 3 |`
const steps = parse('steps', textOf(head, body))
const results = new Map([['steps', steps]])
const found = (text: string) => findingsIn({ name: 'a.md', text }, results)

describe('a figure in a line', () => {
  it('is a cell, by row and column', () => {
    const { text } = withFigures('It is <!-- figure: steps; variational; 50 --><!-- -->.', results)
    expect(text).toBe('It is <!-- figure: steps; variational; 50 -->0.84<!-- -->.')
    expect(found(text)).toEqual([])
  })

  it('is a number of a cell', () => {
    expect(found('It takes <!-- figure: steps; rk4; 50 #2 -->10<!-- --> ms.')).toEqual([])
  })

  it('is a cell of the table with a title', () => {
    expect(found('It is <!-- figure: steps; By robot; rk4; ratio -->3<!-- -->.')).toEqual([])
  })

  it('fails with its line, what is found and expected, and the command to run', () => {
    expect(found('# A\n\nIt is <!-- figure: steps; variational; 50 -->0.99<!-- -->.')).toEqual([
      'a.md:3: found "<!-- figure: steps; variational; 50 -->0.99<!-- -->", expected ' +
        '"<!-- figure: steps; variational; 50 -->0.84<!-- -->". Run `node bench/figures.mjs`.'
    ])
  })

  it('fails if its file, row or column is missing', () => {
    expect(found('1 <!-- figure: none; a; b -->1<!-- -->')[0]).toContain('bench/results/none.md')
    expect(found('1 <!-- figure: steps; euler; 50 -->1<!-- -->')[0]).toContain('found 0')
  })

  it('fails at the beginning of a line, where Markdown shows its text as HTML', () => {
    expect(found('<!-- figure: steps; variational; 50 -->0.84<!-- --> is it.')).toHaveLength(1)
  })

  it('of a paper is not compared', () => {
    expect(found('They found it <!-- figure: published -->32 times faster<!-- -->.')).toEqual([])
  })

  it('is not replaced in a code block', () => {
    expect(found('```md\nIt is <!-- figure: steps; variational; 50 -->7<!-- -->.\n```')).toEqual([])
  })
})

describe('a block of figures', () => {
  const whole = (marker: string) =>
    withFigures(`<!-- figures: ${marker} -->\n<!-- end -->\n`, results).text

  it('is what the command printed, with its commit and machine', () => {
    const text = whole('steps')
    expect(text).toContain(body)
    expect(text).toContain('`bench/steps`, commit 12345678, 2026-01-02. a processor.')
    expect(found(text)).toEqual([])
  })

  it('is one table', () => {
    expect(whole('steps; By robot')).toContain('| ratio |')
    expect(whole('steps; By robot')).not.toContain('variational')
  })

  it('fails at the line that differs', () => {
    const [sentence] = found(whole('steps').replace('0.84', '0.99'))
    expect(sentence).toMatch(/^a\.md:8: found ".*0\.99 \|", expected ".*0\.84 \|"/)
  })
})

it.for([
  'It takes 2.3 µs.',
  'It is 1.6 times faster.',
  'It runs 99.3 % of 1340 lines.',
  '| 0.4 ms per step |'
])('finds a measured figure without a marker: %s', (text) => {
  expect(found(text)).toHaveLength(1)
})

it.for(['Steps of 1 ms.', 'At least 95 % of the lines.', '```sh\n2.3 µs\n```'])(
  'accepts other numbers: %s',
  (text) => {
    expect(found(text)).toEqual([])
  }
)

describe('a result', () => {
  const counts: Record<string, number> = { '12345678': 100, abcdef01: 90 }
  const count = (commit: string) => counts[commit] ?? 0

  it('may be 300 commits of cpp/ old', () => {
    expect(oldResults(results, 400, count)).toEqual([])
    expect(oldResults(results, 401, count)).toEqual([
      'bench/results/steps.md: found commit 12345678, 301 commits of cpp/ ago, expected at most 300. ' +
        'Run `bench/all steps`.'
    ])
  })

  it('may have rows with commits of their own', () => {
    const rows = '| check | commit |\n| --- | ---: |\n| a | 12345678 |\n| b | abcdef01 |'
    const own = new Map([['rows', parse('rows', textOf(head, rows))]])
    expect(oldResults(own, 390, count)).toEqual([])
    expect(oldResults(own, 395, count)).toHaveLength(1)
  })

  it('has a head with command, commit, date and machine', () => {
    expect(() => parse('steps', body)).toThrow('expected a head')
    expect(() => parse('steps', textOf({ ...head, machine: '' }, body))).toThrow('no "machine"')
  })
})

// Figures of what was measured: cost by length, and work against precision.
import { writeFileSync } from 'node:fs'
import { figure } from '../svg-plot.mjs'
import { pointsOf } from './tables.mjs'

/** Peers have squares and linkwork circles; what is of one kind has one color. */
const kinds = [
  [/^MuJoCo/, '#c0392b', true],
  [/^PhysX/, '#e08e0b', true],
  [/^Havok/, '#8c6d46', true],
  [/^Jolt/, '#999999', true],
  [/^Rapier/, '#d78fc1', true],
  [/^linkwork multipliers/, '#7b3fa0', false],
  [/^linkwork variational-maximal/, '#27a17c', false],
  [/^linkwork variational/, '#2e7d32', false],
  [/^linkwork .*compiled/, '#0b2e6b', false],
  [/^linkwork/, '#2f7fd6', false]
]
const dashes = ['', '6 3', '2 2.5']

function stylesOf(ways) {
  const counts = new Map()
  return Object.fromEntries(
    ways.map(({ name }) => {
      const [, color, isSquare] = kinds.find(([pattern]) => pattern.test(name))
      const count = counts.get(color) ?? 0
      counts.set(color, count + 1)
      return [name, { color, isSquare, dash: dashes[count] }]
    })
  )
}

/** Errors beyond these say no more than that nothing, or everything, is wrong. */
const within = (error) => Math.min(10, Math.max(1e-13, error))

const precisionPanel = (ways, scene, key, yLabel) => ({
  title: `${scene.name}: ${yLabel}`,
  xLabel: 'processor time of a second [ms]',
  yLabel,
  isLogarithmic: true,
  series: ways.flatMap(({ name }) => {
    const rows = scene.rows.filter(({ way, failure }) => way === name && !failure)
    const points = rows.map((row) => [row.millisecondsPerSecond, within(row[key])])
    return points.length > 0 ? [{ name, points, hasMarks: true }] : []
  })
})

export function drawPictures({ hosts }, folder) {
  const [{ ways, scenes }] = hosts
  const styles = stylesOf(ways)
  const save = (name, panels, columns) =>
    writeFileSync(`${folder}/${name}.svg`, figure({ panels, columns, styles }))
  const panelsOf = (scene) => [
    precisionPanel(ways, scene, 'position', 'error of positions after 1 s [m]'),
    precisionPanel(ways, scene, 'energy', 'error of energy within 1 s')
  ]
  save('peers-precision', scenes.flatMap(panelsOf), 2)
  save(
    'peers-cost',
    hosts.map(({ host, growth }) => ({
      title: `a step of 1 ms of a chain, ${host}`,
      xLabel: 'links',
      yLabel: 'time [µs]',
      isLogarithmic: true,
      series: ways.map(({ name }) => ({ name, points: pointsOf(growth, name), hasMarks: true }))
    })),
    hosts.length
  )
}

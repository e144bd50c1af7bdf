import { rollingDisc as source } from 'linkwork'
import { contactGroup } from './contact.ts'
import { gravitySlider, type MechanismEntry, slidersOf } from './entry.ts'

export const rollingDisc: MechanismEntry = {
  id: 'rolling-disc',
  name: 'Rolling disc',
  title: 'Disc that rolls without slipping',
  group: contactGroup,
  tags: ['nonholonomic', 'coin', 'wheel', 'roll', 'precession', 'contact', 'free'],
  counts: '1 body',
  sliders: slidersOf('rollingDisc', [
    {
      option: 'speed',
      label: 'Speed',
      min: 0.2, // at rest it falls flat, and there is no floor under it to lie on
      max: 4,
      step: 0.05,
      unit: 'm/s'
    },
    {
      option: 'lean',
      label: 'Lean',
      min: 0.02,
      max: 1.2,
      step: 0.01,
      unit: '°',
      factor: 180 / Math.PI
    },
    {
      option: 'radius',
      label: 'Radius',
      min: 0.1,
      max: 0.4,
      step: 0.01,
      unit: 'mm',
      factor: 1000
    },
    gravitySlider
  ]),
  framing: () => ({
    // It rolls round a circle before the plane of the box, half a meter across, whose middle is seen there.
    min: [-1.07, -0.63],
    max: [0.73, 0.47],
    azimuth: 20,
    elevation: 24,
    fieldOfView: 26,
    floor: 0,
    grid: { minor: 0.1, major: 0.5, radius: 3.5 }
  }),
  needs: ['nonholonomic'],
  firstMethod: 'multipliers',
  source: (options) => source(options),
  facts: () => '1 body, 3 rolling conditions: no sliding, no lift-off'
}

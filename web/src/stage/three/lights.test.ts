import { Scene, Vector3 } from 'three'
import { expect, it } from 'vitest'
import { Lights } from './lights.ts'
import { themes } from './theme.ts'

it('a drawing keeps its own light of the room in either theme, and gives it back', () => {
  const scene = new Scene()
  const lights = new Lights(scene)
  lights.place(new Vector3(), 1)
  lights.setFlat(true)
  for (const theme of [themes.light, themes.dark]) {
    lights.setTheme(theme)
    expect(scene.environmentIntensity).toBe(theme.flatEnvironment)
  }
  // In the dark, lines of the drawing are pale, and are to stand out from the plates.
  expect(scene.environmentIntensity).toBeLessThan(themes.dark.environment / 4)
  lights.setFlat(false)
  expect(scene.environmentIntensity).toBe(themes.dark.environment)
  lights.dispose()
})

import { defineConfig } from 'vitest/config'

// `unit` runs the package as built in wasm_bindings/dist; `package` packs it and installs the
// tarball in empty projects, which takes minutes; `environments` does so wherever strangers may use it.
// `endurance` watches every mechanism of the page for ten minutes of its time, `docs` reads the site in build/docs and runs what its pages show.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/wasm/**/*.test.ts', 'tests/fuzz/*.test.mjs', 'web/**/*.test.ts'],
          testTimeout: 60_000
        }
      },
      {
        test: {
          name: 'package',
          include: ['tests/package/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000
        }
      },
      {
        test: {
          name: 'environments',
          include: ['tests/environments/*.test.ts', 'tests/package/environments.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000
        }
      },
      {
        test: {
          name: 'endurance',
          include: ['web/**/*.endurance.ts'],
          testTimeout: 1_200_000
        }
      },
      {
        test: {
          name: 'docs',
          include: ['tests/docs/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000
        }
      }
    ],
    // What runs is the output; its source maps lead to the sources, of which each counts, run or not.
    coverage: {
      include: ['wasm_bindings/dist/**/*.js', 'wasm_bindings/src/**/*.ts'],
      exclude: ['**/linkwork.browser.js'], // the same once more
      reporter: ['lcovonly'],
      reportsDirectory: 'build/coverage/typescript'
    }
  }
})

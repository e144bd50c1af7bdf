import { configDefaults, defineConfig } from 'vitest/config'

const tests = ['tests/wasm/**/*.test.ts', 'tests/fuzz/*.test.mjs', 'web/**/*.test.ts']
const slowTests = ['{tests,web}/**/*.slow.test.{ts,mjs}']

/** Ends tests that hang [ms], and none that run on a slow or busy machine. */
const patience = { testTimeout: 900_000, hookTimeout: 900_000 }

// `unit` runs the package as built in wasm_bindings/dist, in about a minute; `slow` has the tests of it
// that take many seconds each; `endurance` simulates the heavy mechanisms of the page for ten minutes of
// their time. `package` packs it and installs the tarball in empty projects, `environments` does so with
// other tools. `docs` reads the site in build/site and runs what its pages show.
export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: tests,
          exclude: [...configDefaults.exclude, ...slowTests],
          // Files share the modules that they load: loading them again takes longer than most tests.
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          ...patience
        }
      },
      {
        test: {
          name: 'slow',
          include: slowTests,
          ...patience
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
          ...patience
        }
      }
    ],
    // What runs is the output; its source maps lead to the sources, of which each counts, run or not.
    coverage: {
      include: ['wasm_bindings/dist/**/*.js', 'wasm_bindings/src/**/*.ts'],
      exclude: ['**/linkwork.browser.js'], // the same code again
      reporter: ['lcovonly'],
      reportsDirectory: 'build/coverage/typescript'
    }
  }
})

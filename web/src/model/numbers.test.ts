import { describe, expect, it } from 'vitest'
import {
  writeDegrees,
  writeError,
  writeFactor,
  writeMicroseconds,
  writePower,
  writeScientific
} from './numbers.ts'

describe('numbers as the page writes them', () => {
  it('writes errors with two digits, a true minus and a spoken form', () => {
    expect(writeError(3.14e-10)).toEqual({
      text: '3.1×10',
      exponent: '\u221210',
      spoken: '3.1 times ten to the minus 10'
    })
    expect(writeError(9.96e-9)).toMatchObject({ text: '1.0×10', exponent: '\u22128' })
    expect(writeError(0.5).text).toBe('0.5')
  })

  it('never writes a zero: below rounding it says so', () => {
    expect(writeError(0)).toMatchObject({ text: '< 10', exponent: '\u221217' })
    expect(writeError(9e-18)).toMatchObject({ text: '< 10', exponent: '\u221217' })
    expect(writeError(Number.NaN).text).toBe('not finite')
  })

  it('writes decades, times, factors and angles', () => {
    expect(writePower(0).text).toBe('1')
    expect(writePower(3).text).toBe('1000')
    expect(writePower(4)).toMatchObject({ text: '10', exponent: '4' })
    expect(writeMicroseconds(8.42)).toEqual({ text: '8.4', unit: 'µs' })
    expect(writeMicroseconds(412.3)).toEqual({ text: '412', unit: 'µs' })
    expect(writeMicroseconds(999.9)).toEqual({ text: '1.0', unit: 'ms' })
    expect(writeFactor(1)).toBe('1.000×')
    expect(writeDegrees(-Math.PI / 2)).toBe('\u221290.0°')
    expect(writeDegrees(-1e-9)).toBe('0.0°')
    expect(writeScientific(-1.2e-5)).toBe('\u22121.2e\u22125')
  })
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { outcomeOf } from '../../script/audit.js'

const vulnerabilities = 'known vulnerabilities, moderate or worse'
const found = (counts) => ({
  metadata: { vulnerabilities: { info: 3, low: 2, moderate: 0, high: 0, critical: 0, ...counts } }
})

test('vulnerabilities count from moderate on', () => {
  assert.equal(outcomeOf(vulnerabilities, found({})), 'passed')
  for (const severity of ['moderate', 'high', 'critical'])
    assert.equal(outcomeOf(vulnerabilities, found({ [severity]: 1 })), 'failed')
})

test('a package with a wrong signature, or with none, is found', () => {
  const signatures = 'signatures of the registry'
  assert.equal(outcomeOf(signatures, { invalid: [], missing: [] }), 'passed')
  assert.equal(outcomeOf(signatures, { invalid: [{ name: 'three' }], missing: [] }), 'failed')
  assert.equal(outcomeOf(signatures, { invalid: [], missing: [{ name: 'three' }] }), 'failed')
})

test('a registry that does not answer leaves the question open', () => {
  assert.equal(outcomeOf(vulnerabilities, { statusCode: 405, error: { summary: '' } }), 'skipped')
})

#include "linkwork/gpu/wgsl_arithmetic.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "linkwork/symbolic/expression_text.hpp"

namespace linkwork::symbolic {

namespace {

std::string floatNumber(float value) {
  char text[24];
  std::snprintf(text, sizeof text, "%.9gf", static_cast<double>(value));
  return value < 0 ? "(" + std::string(text) + ")" : text;
}

/// Within what floats hold.
float rounded(double value) {
  constexpr double most = std::numeric_limits<float>::max();
  constexpr double least = std::numeric_limits<float>::min();
  return std::abs(value) < least ? 0 : static_cast<float>(std::clamp(value, -most, most));
}

constexpr const char* floatFunctions = R"(
// x = k π/2 + r, then the series of r; odd quadrants swap the two, half of them turn their signs.
fn quadrant(k: i32, s: f32, c: f32) -> vec2f {
  let swapped = select(vec2f(s, c), vec2f(c, s), (k & 1) == 1);
  return select(swapped, -swapped, vec2<bool>((k & 2) == 2, ((k + 1) & 2) == 2));
}
fn sineTail(r: f32) -> f32 {
  let z = r * r;
  return r * z * (-1.66666667e-1f + z * (8.33333333e-3f + z * (-1.98412698e-4f + z * 2.75573192e-6f)));
}
fn cosineTail(r: f32) -> f32 {
  let z = r * r;
  return z * z * (4.16666667e-2f + z * (-1.38888889e-3f + z * (2.48015873e-5f - z * 2.75573192e-7f)));
}
fn sineCosine(x: f32) -> vec2f {
  let k = round(x * 0.636619772f);
  let r = ((x - k * 1.5703125f) - k * 4.83512878417968750e-4f) - k * 3.13916473e-7f;
  return quadrant(i32(k), r + sineTail(r), (1.0f - 0.5f * r * r) + cosineTail(r));
}
)";

// Sums and products of pairs: Dekker, "A floating-point technique for extending the available
// precision", 1971. `kept` hides from compilers what they would cancel.
constexpr const char* pairArithmetic = R"(
var<private> copy: u32;

fn load(place: u32) -> f32 { return memory[place * run.count + copy]; }
fn store(place: u32, value: f32) { memory[place * run.count + copy] = value; }
fn loadPair(place: u32) -> vec2f {
  if (place < pairs) { return vec2f(load(place), load(place + pairs)); }
  return vec2f(load(place), 0.0f);
}
fn storePair(place: u32, value: vec2f) {
  store(place, value.x);
  if (place < pairs) { store(place + pairs, value.y); }
}

fn kept(x: f32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ run.zero); }
fn twoSum(a: f32, b: f32) -> vec2f {
  let s = kept(a + b);
  let t = kept(s - a);
  return vec2f(s, kept(a - kept(s - t)) + kept(b - t));
}
fn quickTwoSum(a: f32, b: f32) -> vec2f {
  let s = kept(a + b);
  return vec2f(s, b - kept(s - a));
}
fn upperBits(x: f32) -> f32 { return bitcast<f32>(bitcast<u32>(x) & 0xfffff000u); }
fn twoProduct(a: f32, b: f32) -> vec2f {
  let p = kept(a * b);
  let ah = upperBits(a);
  let bh = upperBits(b);
  let al = kept(a - ah);
  let bl = kept(b - bh);
  return vec2f(p, kept(kept(kept(ah * bh) - p) + kept(ah * bl)) + kept(al * bh) + al * bl);
}
fn pairAdd(a: vec2f, b: vec2f) -> vec2f {
  let s = twoSum(a.x, b.x);
  let t = twoSum(a.y, b.y);
  let u = quickTwoSum(s.x, s.y + t.x);
  return quickTwoSum(u.x, u.y + t.y);
}
fn pairMultiply(a: vec2f, b: vec2f) -> vec2f {
  let p = twoProduct(a.x, b.x);
  return quickTwoSum(p.x, p.y + (a.x * b.y + a.y * b.x));
}
fn pairDivide(a: vec2f, b: vec2f) -> vec2f {
  let first = a.x / b.x;
  let rest = pairAdd(a, -pairMultiply(vec2f(first, 0.0f), b));
  return quickTwoSum(first, rest.x / b.x);
}
fn pairSquareRoot(a: vec2f) -> vec2f {
  let first = sqrt(a.x);
  let rest = pairAdd(a, -twoProduct(first, first));
  return quickTwoSum(first, select(0.0f, 0.5f * rest.x / first, first > 0.0f));
}
fn pairSineCosine(x: vec2f) -> vec4f {
  let k = round(x.x * 0.636619772f);
  let r = pairAdd(x, pairMultiply(vec2f(-k, 0.0f), vec2f(1.57079637f, -4.37113883e-8f)));
  let z = pairMultiply(r, r);
  let fifth = r.x * z.x * z.x * (8.33333333e-3f + z.x * (-1.98412698e-4f + z.x * 2.75573192e-6f));
  let third = pairMultiply(pairMultiply(r, z), vec2f(-1.66666672e-1f, 4.96705388e-9f));
  let s = pairAdd(r, pairAdd(third, vec2f(fifth, 0.0f)));
  let sixth = z.x * z.x * z.x * (-1.38888889e-3f + z.x * (2.48015873e-5f - z.x * 2.75573192e-7f));
  let fourth = pairMultiply(pairMultiply(z, z), vec2f(4.16666679e-2f, -1.24176347e-9f));
  let c = pairAdd(pairAdd(vec2f(1.0f, 0.0f), -0.5f * z), pairAdd(fourth, vec2f(sixth, 0.0f)));
  let first = quadrant(i32(k), s.x, c.x);
  let second = quadrant(i32(k), s.y, c.y);
  return vec4f(first.x, second.x, first.y, second.y);
}
)";

}  // namespace

std::string wgslFloatFunctions() { return floatFunctions; }
std::string wgslFunctions() { return wgslFloatFunctions() + pairArithmetic; }

std::string WgslArithmetic::number(double value) const {
  const float first = rounded(value);
  if (!isPair_) return floatNumber(first);
  const float second = rounded(value - static_cast<double>(first));
  return "vec2f(" + floatNumber(first) + ", " + floatNumber(second) + ")";
}

std::string WgslArithmetic::load(const std::string& place) const {
  return (isPair_ ? "loadPair(" : "load(") + place + ")";
}
std::string WgslArithmetic::store(const std::string& place, const std::string& value) const {
  return (isPair_ ? "storePair(" : "store(") + place + ", " + value + ")";
}
std::string WgslArithmetic::constant(const std::string& place) const {
  return widened("bitcast<f32>(constants[" + place + "])");
}
std::string WgslArithmetic::widened(const std::string& value) const {
  return isPair_ ? "vec2f(" + value + ", 0.0f)" : value;
}

std::string WgslArithmetic::formula(Operation operation, const std::string (&operands)[3]) const {
  if (isPair_) return pairFormula(operation, operands);
  const auto& [a, b, c] = operands;
  switch (operation) {
    case Operation::sine:
      return "sineCosine(" + a + ").x";
    case Operation::cosine:
      return "sineCosine(" + a + ").y";
    case Operation::choose:
      return "select(" + c + ", " + b + ", " + a + " < 0.0f)";
    default:
      return symbolic::formula(operation, operands);
  }
}

std::string WgslArithmetic::pairFormula(Operation operation,
                                        const std::string (&operands)[3]) const {
  const auto& [a, b, c] = operands;
  switch (operation) {
    case Operation::add:
      return "pairAdd(" + a + ", " + b + ")";
    case Operation::subtract:
      return "pairAdd(" + a + ", -" + b + ")";
    case Operation::multiply:
      return "pairMultiply(" + a + ", " + b + ")";
    case Operation::divide:
      return "pairDivide(" + a + ", " + b + ")";
    case Operation::negate:
      return "(-" + a + ")";
    case Operation::squareRoot:
      return "pairSquareRoot(" + a + ")";
    case Operation::sine:
      return "pairSineCosine(" + a + ").xy";
    case Operation::cosine:
      return "pairSineCosine(" + a + ").zw";
    case Operation::choose:
      return "select(" + c + ", " + b + ", " + a + ".x < 0.0f)";
    default:
      return "vec2f(" + symbolic::formula(operation, {a + ".x", b + ".x", ""}) + ", 0.0f)";
  }
}

}  // namespace linkwork::symbolic

#include "linkwork/symbolic/wasm_kernel.hpp"

namespace linkwork::symbolic::wasm {

namespace {

enum Parameter { address, end, distance };

/// The polynomial with these coefficients, the highest power's first, at z: Horner's scheme.
void polynomial(Function& code, int z, std::initializer_list<double> coefficients) {
  bool isFirst = true;
  for (const double coefficient : coefficients) {
    if (!isFirst) code.get(z)(Simd::f64x2Multiply);
    code.pair(coefficient);
    if (!isFirst) code(Simd::f64x2Add);
    isFirst = false;
  }
}

/// Where sin (times 1) and cos (times 2) go: address + times · distance, on the stack.
void place(Function& code, int times) {
  code.get(address);
  for (int i = 0; i < times; ++i) code.get(distance)(Code::i32Add);
}

/// Both angles by the imported functions.
void callBoth(Function& code, int sine, int cosine) {
  for (const int offset : {0, 8})
    for (const int times : {1, 2}) {
      place(code, times);
      code.get(address).memory(Code::f64Load, offset).call(times == 1 ? sine : cosine);
      code.memory(Code::f64Store, offset);
    }
}

/// a where the quadrant, as an integer, has this bit, else b; both on the stack: a, b.
void selectByBit(Function& code, int quadrant) {
  code.get(quadrant).pair(std::int64_t{1})(Simd::bitAnd)(Simd::i64x2Negate)(Simd::bitSelect);
}

/// Turns the sign of what is on the stack where `shift` + the quadrant is 2 or 3 modulo 4.
void turnSign(Function& code, int quadrant, std::int64_t shift) {
  code.get(quadrant);
  if (shift != 0) code.pair(shift)(Simd::i64x2Add);
  code.pair(std::int64_t{2})(Simd::bitAnd).number(62)(Simd::i64x2ShiftLeft)(Simd::bitXor);
}

/// x − k · part, with x in `from`, to `into`.
void reduce(Function& code, int from, int k, double part, int into) {
  code.get(from).get(k).pair(part)(Simd::f64x2Multiply)(Simd::f64x2Subtract).set(into);
}

}  // namespace

Function sineCosineFunction(int sine, int cosine) {
  constexpr double moderate = 1e5;
  constexpr double twoOverPi = 6.36619772367581382433e-01;
  constexpr double roundToInteger = 6755399441055744.0;  // 1.5 · 2⁵²: its sum with k ends in k

  Function code(3);
  const int x = code.local(Type::v128), quadrant = code.local(Type::v128);
  const int k = code.local(Type::v128), r = code.local(Type::v128), z = code.local(Type::v128);
  const int w = code.local(Type::v128), s = code.local(Type::v128), c = code.local(Type::v128);

  code.open(Code::loop);
  code.get(address).memory(Simd::load, 0).tee(x);
  code(Simd::f64x2Absolute).pair(moderate)(Simd::f64x2Less)(Simd::i64x2AllTrue);
  code.open(Code::ifTrue);

  // x = k π/2 + r; the last bits of the shifted number are those of k.
  code.get(x).pair(twoOverPi)(Simd::f64x2Multiply).pair(roundToInteger)(Simd::f64x2Add);
  code.tee(quadrant).pair(roundToInteger)(Simd::f64x2Subtract).set(k);
  reduce(code, x, k, 1.57079632673412561417e+00, r);  // π/2, first 33 bits
  reduce(code, r, k, 6.07710050630396597660e-11, r);  // next 33 bits
  reduce(code, r, k, 2.02226624879595063154e-21, r);  // the rest
  code.get(r).get(r)(Simd::f64x2Multiply).set(z);

  // sin r = r + r z P(z)
  code.get(r).get(r).get(z)(Simd::f64x2Multiply);
  polynomial(
      code, z,
      {1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06,
       -1.98412698298579493134e-04, 8.33333333332248946124e-03, -1.66666666666666324348e-01});
  code(Simd::f64x2Multiply)(Simd::f64x2Add).set(s);

  // cos r = w + (((1 − w) − z/2) + z² Q(z)), w = 1 − z/2 rounded
  code.pair(1.0).get(z).pair(0.5)(Simd::f64x2Multiply).tee(c)(Simd::f64x2Subtract).tee(w);
  code.pair(1.0).get(w)(Simd::f64x2Subtract).get(c)(Simd::f64x2Subtract);
  code.get(z).get(z)(Simd::f64x2Multiply);
  polynomial(code, z,
             {-1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07,
              2.48015872894767294178e-05, -1.38888888888741095749e-03, 4.16666666666666019037e-02});
  code(Simd::f64x2Multiply)(Simd::f64x2Add)(Simd::f64x2Add).set(c);

  // Odd quadrants swap the two; half of them turn their signs.
  place(code, 1);
  code.get(c).get(s);
  selectByBit(code, quadrant);
  turnSign(code, quadrant, 0);
  code.memory(Simd::store, 0);
  place(code, 2);
  code.get(s).get(c);
  selectByBit(code, quadrant);
  turnSign(code, quadrant, 1);
  code.memory(Simd::store, 0);

  code(Code::elseTrue);
  callBoth(code, sine, cosine);
  code(Code::end);

  code.get(address).number(16)(Code::i32Add).tee(address).get(end)(Code::i32LessUnsigned);
  code.branchIf(0)(Code::end);
  return code;
}

}  // namespace linkwork::symbolic::wasm

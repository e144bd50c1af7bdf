#include "linkwork/elementary.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>

#include "linkwork/spatial/sine_cosine.hpp"

namespace linkwork::elementary {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// A number as the sum of two, the second within half a unit in the last place of the first.
struct Sum {
  double high, low;
};

/// a + b without an error (Knuth).
Sum sum(double a, double b) {
  const double total = a + b, part = total - a;
  return {total, (a - (total - part)) + (b - part)};
}

/// The first 26 bits of x (Veltkamp).
double leading(double x) {
  const double large = 134217729.0 * x;  // 2²⁷ + 1
  return large - (large - x);
}

/// a b without an error (Dekker).
Sum product(double a, double b) {
  const double total = a * b;
  const double a1 = leading(a), a2 = a - a1, b1 = leading(b), b2 = b - b1;
  return {total, ((a1 * b1 - total) + a1 * b2 + a2 * b1) + a2 * b2};
}

Sum operator+(const Sum& a, const Sum& b) {
  const Sum high = sum(a.high, b.high);
  return sum(high.high, high.low + (a.low + b.low));
}

Sum operator*(const Sum& a, const Sum& b) {
  const Sum high = product(a.high, b.high);
  return sum(high.high, high.low + (a.high * b.low + a.low * b.high));
}

/// n / d
Sum quotient(double n, const Sum& d) {
  const double high = n / d.high;
  const Sum back = product(high, d.high);
  return sum(high, ((n - back.high) - back.low - high * d.low) / d.high);
}

/// Σ xᵏ c(k), k = 0 … n
template <typename Coefficient>
double series(double x, int n, const Coefficient& c) {
  double total = c(n);
  for (int k = n; k-- > 0;) total = total * x + c(k);
  return total;
}

constexpr double ln2First = 0.6931471803691238;  // its first 32 bits: k ln2First is exact
constexpr double ln2Rest = 1.9082149292705877e-10;

__extension__ using Wide = unsigned __int128;
__extension__ using SignedWide = __int128;

/// x = k π/2 + r for any finite |x| ≥ 2⁻³⁶ 2⁵²: x = m 2ᵉ with an integer m, of whose product with
/// 2/π the multiples of 4 are left out before it is formed: 190 bits behind the point remain.
/// Source: Payne & Hanek, "Radian Reduction for Trigonometric Functions".
double reduceLarge(double x, std::uint64_t& quadrant) {
  static constexpr std::array<std::uint64_t, 21> twoOverPi{0,  // a word before the point
                                                           0xa2f9836e4e441529,
                                                           0xfc2757d1f534ddc0,
                                                           0xdb6295993c439041,
                                                           0xfe5163abdebbc561,
                                                           0xb7246e3a424dd2e0,
                                                           0x06492eea09d1921c,
                                                           0xfe1deb1cb129a73e,
                                                           0xe88235f52ebb4484,
                                                           0xe99c7026b45f7e41,
                                                           0x3991d639835339f4,
                                                           0x9c845f8bbdf9283b,
                                                           0x1ff897ffde05980f,
                                                           0xef2f118b5a0a6d1f,
                                                           0x6d367ecf27cb09b7,
                                                           0x4f463f669e5fea2d,
                                                           0x7527bac7ebe5f17b,
                                                           0x3d0739f78a5292ea,
                                                           0x6bfb5fb11f8d5d08,
                                                           0x56033046fc7b6bab,
                                                           0xf0cfbc209af4361d};

  int exponent;
  const auto m = static_cast<std::uint64_t>(std::ldexp(std::frexp(std::abs(x), &exponent), 53));
  const int first = exponent - 53 - 2 + 64;  // bits before it count for multiples of 4
  const auto word = [first](int i) {
    const std::size_t at = static_cast<std::size_t>(first / 64 + i);
    const int shift = first % 64;
    return shift == 0 ? twoOverPi[at] : twoOverPi[at] << shift | twoOverPi[at + 1] >> (64 - shift);
  };
  const Wide low = Wide{m} * word(2), middle = Wide{m} * word(1) + (low >> 64);
  const std::uint64_t top = m * word(0) + static_cast<std::uint64_t>(middle >> 64);
  const Wide turns = Wide{top} << 64 | static_cast<std::uint64_t>(middle);  // in quarters of 2¹²⁶

  // To the nearest quarter; the remainder is signed.
  const auto fraction = static_cast<SignedWide>(turns << 2);
  quadrant = static_cast<std::uint64_t>(turns >> 126) + (fraction < 0 ? 1 : 0);
  const double high = static_cast<double>(fraction);
  const double rest = static_cast<double>(fraction - static_cast<SignedWide>(high));
  const double r = std::ldexp(
      high * (std::numbers::pi / 2) + (high * 6.123233995736766e-17 + rest * 1.5707963267948966),
      -128);
  if (!std::signbit(x)) return r;
  quadrant = 0 - quadrant;
  return -r;
}

struct SineCosine {
  double sine, cosine;
};

SineCosine sineCosine(double x) {
  SineCosine result;
  if (isModerateAngle(x)) {
    sineCosineOf<std::uint64_t>(x, result.sine, result.cosine);
  } else if (std::isfinite(x)) {
    std::uint64_t quadrant;
    const double r = reduceLarge(x, quadrant);
    sineCosineInQuadrant(quadrant, r, result.sine, result.cosine);
  } else {
    result = {notANumber, notANumber};
  }
  return result;
}

/// Below it sin x and tan x are x.
constexpr double tiny = 0x1p-27;

/// arctan t for 0 ≤ t ≤ 1: that of the nearest eighth c, and a series in (t − c) / (1 + t c). For
/// small t, c = 0, which avoids cancellation.
Sum arcTangent(double t) {
  static constexpr std::array<Sum, 9> eighths{{{0, 0},
                                               {0.12435499454676144, -3.1253241424539383e-18},
                                               {0.24497866312686414, 1.0698755618734451e-17},
                                               {0.35877067027057225, -2.4623815582638635e-17},
                                               {0.4636476090008061, 2.2698777452961687e-17},
                                               {0.5585993153435624, -5.4556305485916264e-18},
                                               {0.6435011087932844, 1.5834785051444286e-17},
                                               {0.7188299996216245, -2.1478388444456983e-17},
                                               {0.7853981633974483, 3.061616997868383e-17}}};
  const double k = t < 0.1 ? 0 : std::floor(8 * t + 0.5), c = k / 8;
  const double u = (t - c) / (1 + t * c), z = u * u;
  const double tail = series(z, 7, [](int i) { return (i % 2 == 0 ? -1.0 : 1.0) / (2 * i + 3); });
  const Sum& nearest = eighths[static_cast<std::size_t>(k)];
  return {nearest.high, nearest.low + (u + u * z * tail)};
}

/// eˣ: x = k ln 2 + r, and the series of eʳ.
double exponential(const Sum& x) {
  if (!(x.high < 710)) return x.high > 0 ? infinity : notANumber;
  if (x.high < -746) return 0;
  const double k = std::floor(x.high / std::numbers::ln2 + 0.5);
  const Sum r = sum(x.high - k * ln2First, x.low - k * ln2Rest);
  static constexpr std::array<double, 12> inverseFactorials = [] {
    std::array<double, 12> result{};  // 1 / (i + 2)!
    double factorial = 1;
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = 1 / (factorial *= static_cast<double>(i) + 2);
    return result;
  }();
  const double tail = r.high * r.high * series(r.high, 11, [](int i) {
                        return inverseFactorials[static_cast<std::size_t>(i)];
                      });
  return std::ldexp(1 + (r.high + (r.low + tail)), static_cast<int>(k));
}

/// ln x for a finite x > 0: x = 2ᵏ m, and ln m = 2 s (1 + s²/3 + s⁴/5 + …), s = (m − 1) / (m + 1).
/// Within 2⁻⁶⁰ of the larger of ln m and k ln 2.
Sum logarithm(double x) {
  int k;
  double m = std::frexp(x, &k);
  if (m < std::numbers::sqrt2 / 2) {
    m *= 2;
    --k;
  }
  const Sum s = quotient(m - 1, sum(m, 1)), square = s * s;
  const double z = square.high;
  const double tail = z * z * series(z, 11, [](int i) { return 1.0 / (2 * i + 5); });
  const Sum third = square * Sum{0.3333333333333333, 1.850371707708594e-17};
  const Sum twice{2 * s.high, 2 * s.low};
  const Sum ofMantissa = twice + twice * (third + Sum{tail, 0});
  return sum(k * ln2First, k * ln2Rest) + ofMantissa;
}

bool isWhole(double x) { return x == std::floor(x); }
bool isOdd(double x) { return isWhole(x) && !isWhole(x / 2); }

}  // namespace

double sin(double x) { return std::abs(x) < tiny ? x : sineCosine(x).sine; }
double cos(double x) { return sineCosine(x).cosine; }

double tan(double x) {
  if (std::abs(x) < tiny) return x;
  const SineCosine both = sineCosine(x);
  return both.sine / both.cosine;
}

double asin(double x) { return atan2(x, std::sqrt((1 - x) * (1 + x))); }
double acos(double x) { return atan2(std::sqrt((1 - x) * (1 + x)), x); }
double atan(double x) { return atan2(x, 1); }

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return notANumber;
  const double up = std::abs(y), along = std::abs(x);
  const bool isSteep = up > along, isBehind = std::signbit(x);
  const double ratio = isSteep ? along / up : up < along ? up / along : up == 0 ? 0 : 1;
  const Sum angle = arcTangent(ratio);
  // Counted from the axis that is nearest.
  const Sum quarter{1.5707963267948966, 6.123233995736766e-17};
  const double quarters = isSteep ? 1 : isBehind ? 2 : 0, sign = isSteep == isBehind ? 1 : -1;
  const Sum high = sum(quarters * quarter.high, sign * angle.high);
  return std::copysign(high.high + (high.low + quarters * quarter.low + sign * angle.low), y);
}

double exp(double x) { return exponential({x, 0}); }

double log(double x) {
  if (!(x > 0)) return x == 0 ? -infinity : notANumber;
  return x == infinity ? x : logarithm(x).high;
}

double pow(double x, double y) {
  if (x == 1 || y == 0) return 1;
  if (std::isnan(x) || std::isnan(y)) return notANumber;
  const double sign = std::signbit(x) && isOdd(y) ? -1 : 1, size = std::abs(x);
  if (x < 0 && size < infinity && !isWhole(y)) return notANumber;
  if (size == 1) return sign;
  if (size == 0 || size == infinity || std::isinf(y))
    return sign * ((size > 1) == (y > 0) ? infinity : 0);
  const Sum log = logarithm(size);
  if (std::abs(y * log.high) > 1000) return sign * ((size > 1) == (y > 0) ? infinity : 0);
  const Sum exponent = product(y, log.high);
  return sign * exponential(sum(exponent.high, exponent.low + y * log.low));
}

double hypot(double x, double y) {
  const double a = std::abs(x), b = std::abs(y);
  if (a == infinity || b == infinity) return infinity;
  const double larger = a < b ? b : a;
  if (larger > 1e-140 && larger < 1e140) return std::sqrt(a * a + b * b);
  if (!(larger > 0)) return a + b;
  const int exponent = std::ilogb(larger);
  const double u = std::ldexp(a, -exponent), v = std::ldexp(b, -exponent);
  return std::ldexp(std::sqrt(u * u + v * v), exponent);
}

}  // namespace linkwork::elementary

#pragma once

#include <random>
#include <vector>

#include "linkwork/spatial.hpp"

/// Arguments at which the laws are checked: ordinary ones, and limits at which closed forms lose
/// digits. All come from generators with fixed seeds.
namespace linkwork::test::spatial {

inline constexpr double pi = 3.14159265358979323846;

/// Returns a uniform number in [−1, 1], equal on every platform (standard distributions are not).
inline double uniform(std::mt19937_64& random) {
  return static_cast<double>(random() >> 11) * 0x1p-52 - 1.0;
}

template <int rows, int columns = 1>
Eigen::Matrix<double, rows, columns> randomMatrix(std::mt19937_64& random) {
  return Eigen::Matrix<double, rows, columns>::NullaryExpr([&] { return uniform(random); });
}

inline Vector3<double> randomDirection(std::mt19937_64& random) {
  for (;;) {
    const Vector3<double> v = randomMatrix<3>(random);
    if (v.norm() > 0.1 && v.norm() < 1.0) return v.normalized();
  }
}

/// Returns 0 and angles whose powers underflow, up to both sides of the switch at 1.
inline std::vector<double> smallAngles() {
  return {0.0,  1e-300, 1e-200, 1e-160, 1e-120, 1e-80, 1e-40, 1e-20, 1e-16, 1e-12,
          1e-9, 1e-8,   1e-6,   1e-4,   1e-3,   1e-2,  0.1,   0.19,  0.2,   0.21,
          0.3,  0.5,    0.7,    0.9,    0.99,   1.0,   1.01,  1.1,   1.5,   2.0};
}

/// Returns angles below a half turn.
inline std::vector<double> anglesBelowPi() {
  std::vector<double> result = smallAngles();
  for (double gap : {0.5, 0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10}) {
    result.push_back(pi - gap);
  }
  return result;
}

/// Returns a half turn, and larger angles at which exp and the tangents are defined.
inline std::vector<double> angles() {
  std::vector<double> result = anglesBelowPi();
  for (double angle : {pi, pi + 1e-10, pi + 1e-3, 4.0, 5.0, 5.5}) result.push_back(angle);
  return result;
}

/// Returns elements of a Lie algebra with the given angles about several axes, including the
/// coordinate axes. The linear part of 6-vectors is as small as the angle, or of length about 1.
template <typename Group>
std::vector<typename Group::template Vector<double>> withAngles(const std::vector<double>& list) {
  std::mt19937_64 random(1);
  std::vector<typename Group::template Vector<double>> result;
  for (double angle : list) {
    for (int i = 0; i < 6; ++i) {
      typename Group::template Vector<double> xi;
      xi.template head<3>() =
          angle * (i < 3 ? Vector3<double>(Vector3<double>::Unit(i)) : randomDirection(random));
      if constexpr (Group::dimension == 6) {
        xi.template tail<3>() = (i % 2 == 0 ? angle : 1.0) * randomMatrix<3>(random);
      }
      result.push_back(xi);
    }
  }
  return result;
}

/// Returns ordinary elements of a Lie algebra with angles up to √3.
template <typename Group>
typename Group::template Vector<double> ordinary(std::mt19937_64& random) {
  return randomMatrix<Group::dimension>(random);
}

}  // namespace linkwork::test::spatial

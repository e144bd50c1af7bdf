#include "linkwork/joints/joint_motion.hpp"

#include <array>

#include "linkwork/linalg/index.hpp"

namespace linkwork {

using symbolic::Expression;

namespace {

// Plain loops: Eigen's templates for one more scalar would be slow to compile.
using Arrow = std::array<Expression, 3>;
using Twist = std::array<Expression, 6>;
using Pose = Transform<Expression>;

Arrow crossed(const Arrow& a, const Arrow& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Arrow angular(const Twist& twist) { return {twist[0], twist[1], twist[2]}; }
Arrow linear(const Twist& twist) { return {twist[3], twist[4], twist[5]}; }

Twist& operator+=(Twist& a, const Twist& b) {
  for (std::size_t k = 0; k < 6; ++k) a[k] += b[k];
  return a;
}

/// Ad(J⁻¹), as Transform::twistToChild.
Twist toChild(const Pose& pose, const Twist& twist) {
  const Arrow arm{pose.translation[0], pose.translation[1], pose.translation[2]};
  const Arrow turn = angular(twist), moved = crossed(arm, turn);
  Arrow slide = linear(twist);
  for (std::size_t k = 0; k < 3; ++k) slide[k] -= moved[k];
  Twist result;
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i) {
      result[at(k)] += pose.rotation(i, k) * turn[at(i)];
      result[at(3 + k)] += pose.rotation(i, k) * slide[at(i)];
    }
  return result;
}

/// The bracket of two twists.
Twist bracket(const Twist& a, const Twist& b) {
  const Arrow turn = crossed(angular(a), angular(b));
  const Arrow first = crossed(angular(a), linear(b)), second = crossed(linear(a), angular(b));
  Twist result;
  for (std::size_t k = 0; k < 3; ++k) {
    result[k] = turn[k];
    result[3 + k] = first[k] + second[k];
  }
  return result;
}

Pose product(const Pose& a, const Pose& b) {
  Pose result;
  for (int i = 0; i < 3; ++i) {
    const auto row = [&](const Expression& x, const Expression& y, const Expression& z) {
      return a.rotation(i, 0) * x + a.rotation(i, 1) * y + a.rotation(i, 2) * z;
    };
    for (int k = 0; k < 3; ++k)
      result.rotation(i, k) = row(b.rotation(0, k), b.rotation(1, k), b.rotation(2, k));
    result.translation[i] =
        row(b.translation[0], b.translation[1], b.translation[2]) + a.translation[i];
  }
  return result;
}

/// Columns of S, S v and Ṡ v.
struct ExpressedMotion {
  std::vector<Twist> subspace;
  Twist velocity, bias;
};

Twist times(const std::vector<Twist>& subspace, std::span<const Expression> v) {
  Twist result;
  for (std::size_t i = 0; i < v.size(); ++i)
    for (std::size_t k = 0; k < 6; ++k) result[k] += subspace[i][k] * v[i];
  return result;
}

/// S = (Rᵀ R')^∨, Rᵀ p' by columns, and the derivative of S v along v.
ExpressedMotion motionOfFactor(const Pose& pose, std::span<const Expression> q,
                               std::span<const Expression> v, symbolic::Order order) {
  std::array<Expression, 12> numbers;  // R by rows, p
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) numbers[at(3 * i + k)] = pose.rotation(i, k);
    numbers[at(9 + i)] = pose.translation[i];
  }
  const std::vector<Expression> slopes = symbolic::jacobian(numbers, q, order);
  ExpressedMotion motion;
  for (std::size_t i = 0; i < q.size(); ++i) {
    const auto slope = [&](std::size_t number) { return slopes[number * q.size() + i]; };
    Twist twist;
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t row = 0; row < 3; ++row) {
        twist[k] += numbers[3 * row + (k + 2) % 3] * slope(3 * row + (k + 1) % 3);
        twist[3 + k] += numbers[3 * row + k] * slope(9 + row);
      }
    motion.subspace.push_back(twist);
  }
  motion.velocity = times(motion.subspace, v);
  const std::vector<Expression> bias = symbolic::derivativeAlong(motion.velocity, q, v);
  std::copy(bias.begin(), bias.end(), motion.bias.begin());
  return motion;
}

}  // namespace

JointMotion<Expression> motionOf(std::span<const Pose> factors, std::span<const Expression> q,
                                 std::span<const Expression> v, symbolic::Order order) {
  ExpressedMotion motion = motionOfFactor(factors[0], q, v, order);
  for (const Pose& factor : factors.subspan(1)) {
    const ExpressedMotion own = motionOfFactor(factor, q, v, order);
    for (Twist& column : motion.subspace) column = toChild(factor, column);
    const Twist carried = times(motion.subspace, v);
    motion.bias = toChild(factor, motion.bias);
    motion.bias += bracket(carried, own.velocity);
    motion.bias += own.bias;
    for (std::size_t i = 0; i < q.size(); ++i) motion.subspace[i] += own.subspace[i];
  }
  JointMotion<Expression> result{
      productOf(factors), FunctionSubspace<Expression>(6, static_cast<int>(q.size())), {}};
  for (int k = 0; k < 6; ++k) {
    for (std::size_t i = 0; i < q.size(); ++i)
      result.subspace(k, static_cast<int>(i)) = motion.subspace[i][at(k)];
    result.bias[k] = motion.bias[at(k)];
  }
  return result;
}

JointMotion<Expression> JointFunction::motion(const Expression* q, const Expression* v) const {
  const auto size = static_cast<std::size_t>(coordinates());
  return motionOf(pose(q), {q, size}, {v, size});
}

Pose productOf(std::span<const Pose> factors) {
  Pose result = factors[0];
  for (const Pose& factor : factors.subspan(1)) result = product(result, factor);
  return result;
}

}  // namespace linkwork

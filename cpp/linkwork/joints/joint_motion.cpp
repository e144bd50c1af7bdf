#include "linkwork/joints/joint_motion.hpp"

#include <array>

#include "linkwork/linalg/index.hpp"
#include "linkwork/spatial/spatial_vectors.hpp"

namespace linkwork {

using symbolic::Expression;

namespace {

// Plain loops: Eigen's templates for one more scalar would be slow to compile.
using Twist = Motion<Expression>;
using Pose = Transform<Expression>;

/// Ad(J⁻¹), as Transform::twistToChild.
Twist toChild(const Pose& pose, const Twist& twist) {
  const auto [angular, linear] = twist.at(vec3(pose.translation));
  const Mat3<Expression> rotation = Mat3<Expression>::from(pose.rotation);
  return {rotation.transposedTimes(angular), rotation.transposedTimes(linear)};
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
  for (std::size_t i = 0; i < v.size(); ++i) result += v[i] * subspace[i];
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
    for (int k = 0; k < 3; ++k)
      for (int row = 0; row < 3; ++row) {
        twist.angular[k] += numbers[at(3 * row + (k + 2) % 3)] * slope(at(3 * row + (k + 1) % 3));
        twist.linear[k] += numbers[at(3 * row + k)] * slope(at(9 + row));
      }
    motion.subspace.push_back(twist);
  }
  motion.velocity = times(motion.subspace, v);
  std::array<Expression, 6> velocity;
  motion.velocity.to(velocity.data());
  motion.bias = Twist::from(symbolic::derivativeAlong(velocity, q, v).data());
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
    motion.bias += cross(carried, own.velocity);
    motion.bias += own.bias;
    for (std::size_t i = 0; i < q.size(); ++i) motion.subspace[i] += own.subspace[i];
  }
  JointMotion<Expression> result{
      productOf(factors), FunctionSubspace<Expression>(6, static_cast<int>(q.size())), {}};
  for (int k = 0; k < 6; ++k) {
    for (std::size_t i = 0; i < q.size(); ++i)
      result.subspace(k, static_cast<int>(i)) = motion.subspace[i][k];
    result.bias[k] = motion.bias[k];
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

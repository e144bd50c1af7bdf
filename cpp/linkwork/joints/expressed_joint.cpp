#include "linkwork/joints/expressed_joint.hpp"

#include <array>

namespace linkwork {

using symbolic::Expression;

namespace {

constexpr std::size_t poseNumbers = 12;

using PoseArray = std::array<Expression, poseNumbers>;  // R by rows, then p

PoseArray flat(const Transform<Expression>& pose) {
  PoseArray numbers;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) numbers[static_cast<std::size_t>(3 * i + j)] = pose.rotation(i, j);
    numbers[static_cast<std::size_t>(9 + i)] = pose.translation[i];
  }
  return numbers;
}

/// (J⁻¹ J')^∨ = (vee(Rᵀ R'); Rᵀ p'), of the pose and its derivative.
Vector6<Expression> twistOf(const PoseArray& pose, std::span<const Expression> rate) {
  const auto product = [&](std::size_t column, std::size_t of, std::size_t stride) {
    return pose[column] * rate[of] + pose[3 + column] * rate[of + stride] +
           pose[6 + column] * rate[of + 2 * stride];
  };
  Vector6<Expression> twist;
  for (std::size_t i = 0; i < 3; ++i) {
    twist[static_cast<int>(i)] = product((i + 2) % 3, (i + 1) % 3, 3);
    twist[static_cast<int>(3 + i)] = product(i, 9, 1);
  }
  return twist;
}

template <typename Scalar>
Transform<Scalar> poseFrom(const Scalar* numbers) {
  Transform<Scalar> pose;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) pose.rotation(i, j) = numbers[3 * i + j];
    pose.translation[i] = numbers[9 + i];
  }
  return pose;
}

/// Scratch of the tapes: kept per thread, grown to the largest tape met.
template <typename Scalar>
Scalar* scratchOf(int size) {
  static thread_local std::vector<Scalar> scratch;
  if (scratch.size() < static_cast<std::size_t>(size))
    scratch.resize(static_cast<std::size_t>(size));
  return scratch.data();
}

int chartNumber(double chart) { return static_cast<int>(chart); }
int chartNumber(const DerivativeJet& chart) { return static_cast<int>(chart.value); }

}  // namespace

JointMotion<Expression> motionOf(const Transform<Expression>& pose, std::span<const Expression> q,
                                 std::span<const Expression> v, symbolic::Order order) {
  const PoseArray numbers = flat(pose);
  JointMotion<Expression> motion{pose, FunctionSubspace<Expression>(6, static_cast<int>(q.size())),
                                 {}};
  const std::vector<Expression> slopes = symbolic::jacobian(numbers, q, order);
  std::array<Expression, 6> twist{};  // S v
  for (std::size_t i = 0; i < q.size(); ++i) {
    PoseArray rate;
    for (std::size_t k = 0; k < poseNumbers; ++k) rate[k] = slopes[k * q.size() + i];
    const Vector6<Expression> column = twistOf(numbers, rate);
    for (std::size_t k = 0; k < 6; ++k) {
      motion.subspace(static_cast<int>(k), static_cast<int>(i)) = column[static_cast<int>(k)];
      twist[k] += column[static_cast<int>(k)] * v[i];
    }
  }
  const std::vector<Expression> bias = symbolic::derivativeAlong(twist, q, v);
  for (std::size_t k = 0; k < 6; ++k) motion.bias[static_cast<int>(k)] = bias[k];
  return motion;
}

ExpressedJoint::ExpressedJoint(int coordinates, std::vector<Pose> charts)
    : coordinates_(coordinates) {
  for (Pose& pose : charts) charts_.push_back(record(coordinates, std::move(pose)));
}

ExpressedJoint::Chart ExpressedJoint::record(int coordinates, Pose pose) {
  symbolic::Graph graph;
  std::vector<Expression> q, v;
  for (int i = 0; i < coordinates; ++i) {
    q.push_back(graph.input(0, i));
    v.push_back(graph.input(1, i));
  }
  const JointMotion<Expression> motion = motionOf(pose(q.data()), q, v);
  const PoseArray numbers = flat(motion.pose);
  std::vector<Expression> outputs(numbers.begin(), numbers.end());
  for (int i = 0; i < coordinates; ++i)
    for (int k = 0; k < 6; ++k) outputs.push_back(motion.subspace(k, i));
  for (int k = 0; k < 6; ++k) outputs.push_back(motion.bias[k]);
  return {std::move(pose), symbolic::Tape(numbers), symbolic::Tape(outputs)};
}

template <typename Scalar>
const ExpressedJoint::Chart& ExpressedJoint::chartOf(const Scalar* q) const {
  return charts_.size() == 1 ? charts_[0]
                             : charts_[static_cast<std::size_t>(chartNumber(q[coordinates_]))];
}

template <typename Scalar>
Transform<Scalar> ExpressedJoint::runPose(const Scalar* q) const {
  const symbolic::Tape& tape = chartOf(q).poseTape;
  Scalar numbers[poseNumbers];
  tape.run(&q, numbers, scratchOf<Scalar>(tape.registers()));
  return poseFrom(numbers);
}

template <typename Scalar>
void ExpressedJoint::runMotion(const Scalar* q, const Scalar* v,
                               JointMotion<Scalar>& motion) const {
  const symbolic::Tape& tape = chartOf(q).motionTape;
  const Scalar* inputs[] = {q, v};
  Scalar numbers[poseNumbers + 6 * (maxJointCoordinates + 1)];
  tape.run(inputs, numbers, scratchOf<Scalar>(tape.registers()));
  motion.pose = poseFrom(numbers);
  motion.subspace.resize(6, coordinates_);
  const Scalar* next = numbers + poseNumbers;
  for (int i = 0; i < coordinates_; ++i)
    for (int k = 0; k < 6; ++k) motion.subspace(k, i) = *next++;
  for (int k = 0; k < 6; ++k) motion.bias[k] = *next++;
}

Transform<double> ExpressedJoint::pose(const double* q) const { return runPose(q); }
Transform<DerivativeJet> ExpressedJoint::pose(const DerivativeJet* q) const { return runPose(q); }
void ExpressedJoint::evaluate(const double* q, const double* v, JointMotion<double>& motion) const {
  runMotion(q, v, motion);
}
void ExpressedJoint::evaluate(const DerivativeJet* q, const DerivativeJet* v,
                              JointMotion<DerivativeJet>& motion) const {
  runMotion(q, v, motion);
}

Transform<Expression> ExpressedJoint::pose(const Expression* q) const {
  PoseArray numbers = flat(charts_.back().pose(q));
  for (std::size_t i = charts_.size() - 1; i-- > 0;) {
    const PoseArray lower = flat(charts_[i].pose(q));
    const Expression isHigher = q[coordinates_] - (static_cast<double>(i) + 0.5);
    for (std::size_t k = 0; k < poseNumbers; ++k)
      numbers[k] = choose(isHigher, lower[k], numbers[k]);
  }
  return poseFrom(numbers.data());
}

}  // namespace linkwork

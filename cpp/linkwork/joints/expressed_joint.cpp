#include "linkwork/joints/expressed_joint.hpp"

#include "linkwork/symbolic/subgraph.hpp"

namespace linkwork {

using symbolic::Expression;

namespace {

using Numbers = std::vector<Expression>;

constexpr int poseNumbers = 12;

/// R by rows, then p.
Numbers flat(const Transform<Expression>& pose) {
  Numbers numbers;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) numbers.push_back(pose.rotation(i, j));
  for (int i = 0; i < 3; ++i) numbers.push_back(pose.translation[i]);
  return numbers;
}

/// The pose, S by columns, Ṡ v.
Numbers flat(const JointMotion<Expression>& motion) {
  Numbers numbers = flat(motion.pose);
  for (int i = 0; i < motion.subspace.cols(); ++i)
    for (int k = 0; k < 6; ++k) numbers.push_back(motion.subspace(k, i));
  for (int k = 0; k < 6; ++k) numbers.push_back(motion.bias[k]);
  return numbers;
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

template <typename Scalar>
void motionFrom(const Scalar* numbers, int coordinates, JointMotion<Scalar>& motion) {
  motion.pose = poseFrom(numbers);
  motion.subspace.resize(6, coordinates);
  const Scalar* next = numbers + poseNumbers;
  for (int i = 0; i < coordinates; ++i)
    for (int k = 0; k < 6; ++k) motion.subspace(k, i) = *next++;
  for (int k = 0; k < 6; ++k) motion.bias[k] = *next++;
}

/// Of what several charts give, that of the chart of this number.
Numbers chosen(int charts, const Expression* number, const std::function<Numbers(int)>& given) {
  Numbers result = given(charts - 1);
  for (int chart = charts - 1; chart-- > 0;) {
    const Expression isHigher = *number - (chart + 0.5);
    const Numbers lower = given(chart);
    for (std::size_t k = 0; k < result.size(); ++k)
      result[k] = choose(isHigher, lower[k], result[k]);
  }
  return result;
}

/// Scratch of the tapes: kept per thread, grown to the largest tape met.
template <typename Scalar>
Scalar* workspaceOf(int size) {
  static thread_local std::vector<Scalar> workspace;
  if (workspace.size() < static_cast<std::size_t>(size))
    workspace.resize(static_cast<std::size_t>(size));
  return workspace.data();
}

int chartNumber(double chart) { return static_cast<int>(chart); }
int chartNumber(const DerivativeJet& chart) { return static_cast<int>(chart.value); }

}  // namespace

ExpressedJoint::ExpressedJoint(int coordinates, std::vector<Pose> charts, std::vector<Range> ranges,
                               std::optional<Parameter> parameter)
    : coordinates_(coordinates), ranges_(std::move(ranges)), parameter_(std::move(parameter)) {
  for (Pose& pose : charts) charts_.push_back(record(std::move(pose)));
}

ExpressedJoint::Chart ExpressedJoint::record(Pose pose) const {
  symbolic::Graph graph;
  std::vector<Expression> q, v;
  for (int i = 0; i < coordinates_; ++i) {
    q.push_back(graph.input(0, i));
    v.push_back(graph.input(1, i));
  }
  const JointMotion<Expression> motion = motionIn(pose, q.data(), v.data());
  return {std::move(pose), symbolic::Tape(flat(motion.pose)), symbolic::Tape(flat(motion))};
}

std::vector<Transform<Expression>> ExpressedJoint::factorsOf(const Pose& pose,
                                                             const Expression* q) const {
  if (!parameter_) return pose(q);
  const Expression u = parameter_->value(*q);
  return pose(&u);
}

/// With a parameter: in u and u̇ = (du/ds) ṡ as they stand, then of u(s).
JointMotion<Expression> ExpressedJoint::motionIn(const Pose& pose, const Expression* q,
                                                 const Expression* v) const {
  const auto size = static_cast<std::size_t>(coordinates_);
  if (!parameter_) return motionOf(pose(q), {q, size}, {v, size});
  symbolic::Graph graph;
  const Expression u = graph.input(0, 0), slope = parameter_->slope(u);
  const Expression rate = slope * graph.input(1, 0);
  JointMotion<Expression> motion = motionOf(pose(&u), {&u, 1}, {&rate, 1});
  for (int k = 0; k < 6; ++k) motion.subspace(k, 0) *= slope;
  const Expression given[] = {parameter_->value(*q), *v};
  const Numbers numbers =
      symbolic::substitute(flat(motion), [&](int array, int) { return given[array]; });
  motionFrom(numbers.data(), coordinates_, motion);
  return motion;
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
  tape.run(&q, numbers, workspaceOf<Scalar>(tape.registers()));
  return poseFrom(numbers);
}

template <typename Scalar>
void ExpressedJoint::runMotion(const Scalar* q, const Scalar* v,
                               JointMotion<Scalar>& motion) const {
  const symbolic::Tape& tape = chartOf(q).motionTape;
  const Scalar* inputs[] = {q, v};
  Scalar numbers[poseNumbers + 6 * (maxJointCoordinates + 1)];
  tape.run(inputs, numbers, workspaceOf<Scalar>(tape.registers()));
  motionFrom(numbers, coordinates_, motion);
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
  const Numbers numbers = chosen(charts(), q + coordinates_, [&](int chart) {
    return flat(productOf(factorsOf(charts_[static_cast<std::size_t>(chart)].pose, q)));
  });
  return poseFrom(numbers.data());
}

JointMotion<Expression> ExpressedJoint::motion(const Expression* q, const Expression* v) const {
  const Numbers numbers = chosen(charts(), q + coordinates_, [&](int chart) {
    return flat(motionIn(charts_[static_cast<std::size_t>(chart)].pose, q, v));
  });
  JointMotion<Expression> motion;
  motionFrom(numbers.data(), coordinates_, motion);
  return motion;
}

}  // namespace linkwork

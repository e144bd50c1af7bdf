#include <algorithm>
#include <array>
#include <cmath>

#include "linkwork/integrators/maximal_system.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/joints/twist_forces.hpp"
#include "linkwork/maximal/joint_motion_space.hpp"
#include "linkwork/spatial/se3.hpp"

namespace linkwork::maximal {
namespace {

void add(double* values, BlockLayout::Place place, int rows, int columns, const double* block) {
  double* to = values + place.offset;
  for (int j = 0; j < columns; ++j, to += place.stride, block += rows)
    for (int i = 0; i < rows; ++i) to[i] += block[i];
}

/// A row of a nonholonomic constraint at an attitude, times (ω in the part's axes; v).
double slip(const SlipConstraint& constraint, int row, const Eigen::Matrix3d& rotation,
            const Vector6<double>& velocity) {
  std::array<Vector6<double>, 3> rows;
  constraint.rowsAt(rotation, rows.data());
  return rows[at(row)].tail<3>().dot(velocity.tail<3>()) +
         rows[at(row)].head<3>().dot(rotation * velocity.head<3>());
}

}  // namespace

bool MaximalSystem::move(const MaximalState& node, double h, const Eigen::VectorXd& x) {
  // A part turns by h |ω| (1 + (h |ω|)² / 6) about a constant axis: 4 % off at most.
  constexpr double mostTurn = 0.5;  // [rad]
  for (int p = 1; p < graph_.partCount(); ++p) {
    const auto unknowns = x.segment<6>(unknown(graph_.nodeOf[at(p)]));
    const Eigen::Vector3d spin = unknowns.head<3>(), u = 0.5 * h * spin;
    const double square = u.squaredNorm();
    if (!(square < 0.25 * mostTurn * mostTurn)) return false;
    const double s = std::sqrt(1 - square);
    const Eigen::Matrix3d cross = hat(u);
    Eigen::Matrix3d turn = 2 * s * cross + 2 * u * u.transpose();  // 2 (s û + û²)
    turn.diagonal().array() -= 2 * square;
    const Eigen::Matrix3d& rotation = node.poses[at(p)].rotation;
    changes_[at(p)].slide = h * unknowns.tail<3>();
    changes_[at(p)].turn.noalias() = rotation * turn;
    rotations_[at(p)] = rotation + changes_[at(p)].turn;
    tangents_[at(p)] = u * u.transpose() / s - cross;
    tangents_[at(p)].diagonal().array() += s;
  }
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.node < 0 && !isCoupled_[j]) continue;
    JointPose& change = jointChanges_[j] =
        changeOf(constraint.frames, changes_[at(constraint.frames.parent)],
                 changes_[at(constraint.frames.child)]);
    if (!constraint.function) continue;
    change.coordinates = node.joints[j].coordinates;
    JointPose end = node.joints[j] + change;
    findCoordinates(constraint, end);
    change.coordinates = end.coordinates;
  }
  return true;
}

void MaximalSystem::residual(const MaximalState& node, double h,
                             const std::vector<Vector6<double>>& b, const Eigen::VectorXd& x,
                             Eigen::VectorXd& result) {
  for (int p = 1; p < graph_.partCount(); ++p) {
    const RigidPart& part = graph_.rigid.parts[at(p)];
    const int first = unknown(graph_.nodeOf[at(p)]);
    const Eigen::Vector3d spin = x.segment<3>(first), momentum = part.inertia * spin;
    const double s = std::sqrt(1 - 0.25 * h * h * spin.squaredNorm());
    result.segment<3>(first) = s * momentum + 0.5 * h * spin.cross(momentum) - b[at(p)].head<3>();
    result.segment<3>(first + 3) = part.mass * x.segment<3>(first + 3) - b[at(p)].tail<3>();
  }
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.node < 0) continue;
    const int row = unknown(constraint.node);
    if (constraint.function)
      result.segment(row, constraint.rows) = node.normals[j].transpose().lazyProduct(violationOf(
                                                 constraint, node.joints[j] + jointChanges_[j])) /
                                             h;
    else
      for (int i = 0; i < constraint.rows; ++i)
        result[row + i] = (node.gaps[row + i] +
                           constraint.rules[at(i)].change(node.joints[j], jointChanges_[j])) /
                          h;
    if (constraint.lawRows > 0) {
      readRates(node, h, j);
      result.segment(row + constraint.rows, constraint.lawRows) =
          x.segment(row + constraint.rows, constraint.lawRows) - lawImpulses(node, h, j);
    }
    subtractImpulses(jointBlocks_[j], node, row, constraint.size(), x, result);
  }
  for (std::size_t c = 0; c < graph_.couplings.size(); ++c) {
    const CouplingConstraint& constraint = graph_.couplings[c];
    if (constraint.node < 0) continue;
    const int row = unknown(constraint.node);
    double gap = node.gaps[row];
    for (const CouplingConstraint::Term& term : constraint.terms) {
      const double move = moveOf(node, term);
      if (!term.function) {
        gap += term.coefficient * move;
        continue;
      }
      const double from = node.q[bodyOf(graph_.joints[at(term.joint)]).position];
      gap += term.value(from + move) - term.value(from);
    }
    result[row] = gap / h;
    subtractImpulses(couplingBlocks_[c], node, row, 1, x, result);
  }
  for (std::size_t i = 0; i < graph_.nonholonomic.size(); ++i)
    addSlipResidual(node, h, graph_.nonholonomic[i], slipBlocks_[i], x, result);
}

void MaximalSystem::addSlipResidual(const MaximalState& node, double h,
                                    const SlipConstraint& constraint,
                                    const ConstraintBlocks& blocks, const Eigen::VectorXd& x,
                                    Eigen::VectorXd& result) {
  const int row = unknown(constraint.node), first = unknown(graph_.nodeOf[at(constraint.part)]);
  const Vector6<double> velocity = x.segment<6>(first);
  const PartPose& pose = node.poses[at(constraint.part)];
  for (int k = 0; k < constraint.slipRows(); ++k)
    result[row + k] = slip(constraint, k, pose.rotation, velocity) / 2 +
                      slip(constraint, k, rotations_[at(constraint.part)], velocity) / 2;
  if (constraint.isDisc())
    result[row + 2] =
        (node.gaps[row + 2] + constraint.gapChange(pose, changes_[at(constraint.part)])) / h;
  subtractImpulses(blocks, node, row, constraint.rows(), x, result);
}

/// The derivative of a nonholonomic row by the attitude at the end, with A(x⁺), is computed by
/// central differences, with an error of 1e-9.
void MaximalSystem::setUpNonholonomic(const MaximalState& node, bool isStep, double h,
                                      const Eigen::VectorXd& x) {
  constexpr double tilt = 1e-5;
  for (std::size_t i = 0; i < graph_.nonholonomic.size(); ++i) {
    const SlipConstraint& constraint = graph_.nonholonomic[i];
    const ConstraintBlocks& blocks = slipBlocks_[i];
    std::array<Vector6<double>, 3> rows;
    const Eigen::Matrix3d& rotation = rotations_[at(constraint.part)];
    const Eigen::Matrix3d& tangent = tangents_[at(constraint.part)];
    if (isStep) constraint.rowsAt(rotation, rows.data());
    for (int k = 0; k < constraint.rows(); ++k) {
      const Vector6<double> atNode =
          Eigen::Map<const Vector6<double>>(node.gradients.data() + blocks.gradients + 6 * k);
      addColumn(blocks.up[0], k, atNode, -1);
      if (!isStep) {
        addRow(blocks.down[0], k, atNode, 1);
        continue;
      }
      Vector6<double> atEnd;
      atEnd << rotation.transpose() * rows[at(k)].head<3>(), rows[at(k)].tail<3>();
      if (k >= constraint.slipRows()) {
        atEnd.head<3>() = (tangent.transpose() * atEnd.head<3>()).eval();
        addRow(blocks.down[0], k, atEnd, 1);
        continue;
      }
      const Vector6<double> velocity = x.segment<6>(unknown(graph_.nodeOf[at(constraint.part)]));
      Eigen::Vector3d slope;
      for (int axis = 0; axis < 3; ++axis) {
        const Eigen::Matrix3d turn = hat(Eigen::Vector3d(tilt * Eigen::Vector3d::Unit(axis)));
        slope[axis] = (slip(constraint, k, rotation + rotation * turn, velocity) -
                       slip(constraint, k, rotation - rotation * turn, velocity)) /
                      (2 * tilt);
      }
      Vector6<double> row = 0.5 * (atNode + atEnd);
      row.head<3>() += 0.5 * h * (tangent.transpose() * slope);
      addRow(blocks.down[0], k, row, 1);
    }
  }
}

/// Subtracts Gᵀλ of a constraint on its parts.
void MaximalSystem::subtractImpulses(const ConstraintBlocks& blocks, const MaximalState& node,
                                     int row, int size, const Eigen::VectorXd& x,
                                     Eigen::VectorXd& result) const {
  const double* gradient = node.gradients.data() + blocks.gradients;
  for (const int part : blocks.parts) {
    if (part == groundPart) {
      gradient += 6 * size;
      continue;
    }
    auto onPart = result.segment<6>(unknown(graph_.nodeOf[at(part)]));
    for (int i = 0; i < size; ++i, gradient += 6)
      onPart -= x[row + i] * Eigen::Map<const Vector6<double>>(gradient);
  }
}

/// Assembles the matrix of a step, or that of `project`, block by block.
void MaximalSystem::setUp(const MaximalState& node, Purpose purpose, double h,
                          const Eigen::VectorXd& x) {
  const bool isStep = purpose == Purpose::step;
  ldu_.setZero();
  for (int p = 1; p < graph_.partCount(); ++p) {
    const RigidPart& part = graph_.rigid.parts[at(p)];
    Matrix6<double> block = Matrix6<double>::Zero();
    block.diagonal().tail<3>().setConstant(part.mass);
    auto turning = block.topLeftCorner<3, 3>();
    turning = part.inertia;
    if (isStep) {  // J s − (h²/4s) Jω ωᵀ + (h/2) (ω̂ J − (Jω)^)
      const Eigen::Vector3d spin = x.segment<3>(unknown(graph_.nodeOf[at(p)]));
      const Eigen::Vector3d momentum = part.inertia * spin;
      const double s = std::sqrt(1 - 0.25 * h * h * spin.squaredNorm());
      turning *= s;
      turning -= (0.25 * h * h / s) * momentum * spin.transpose();
      turning += 0.5 * h * (hat(spin) * part.inertia - hat(momentum));
    }
    add(ldu_.data(), partBlocks_[at(p)], 6, 6, block.data());
  }

  std::array<RowWrench, 6> wrenches;
  std::array<double, 6> factors;
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.node < 0) continue;
    const int size = constraint.size();
    factors.fill(1);
    for (int i = 0; i < constraint.lawRows; ++i) {
      const BlockLayout::Place place = ldu_.layout().block(constraint.node, constraint.node);
      ldu_.data()[place.offset + (constraint.rows + i) * (place.stride + 1)] = 1;
      factors[at(constraint.rows + i)] = bodyOf(constraint).armature;
    }
    JointPose pose = node.joints[j];
    if (isStep) {
      pose = pose + jointChanges_[j];
      MotionColumns normals;
      if (constraint.function) normals = normalsAt(constraint, pose, node.normals[j]);
      for (int i = 0; i < constraint.rows; ++i)
        wrenches[at(i)] = constraint.function ? inWorld(pose, normals.col(i))
                                              : wrenchOf(constraint.rules[at(i)], pose);
      if (constraint.lawRows > 0)
        lawRows(node, h, j, pose, wrenches.data() + constraint.rows,
                factors.data() + constraint.rows);
    }
    const double* gradient = node.gradients.data() + jointBlocks_[j].gradients;
    for (std::size_t side = 0; side < 2; ++side, gradient += 6 * size) {
      const int part = jointBlocks_[j].parts[side];
      if (part == groundPart) continue;
      for (int i = 0; i < size; ++i) {
        Vector6<double> column = Eigen::Map<const Vector6<double>>(gradient + 6 * i);
        addColumn(jointBlocks_[j].up[side], i, column, -1);
        if (isStep) {
          column = side == 0 ? onChild(wrenches[at(i)], pose, rotations_[at(part)])
                             : onParent(wrenches[at(i)], pose, rotations_[at(part)]);
          column.head<3>() = (tangents_[at(part)].transpose() * column.head<3>()).eval();
        }
        addRow(jointBlocks_[j].down[side], i, column, factors[at(i)]);
      }
    }
  }
  setUpCouplings(node, isStep);
  setUpNonholonomic(node, isStep, h, x);
}

/// The change of a term's coordinate in the step.
double MaximalSystem::moveOf(const MaximalState& node, const CouplingConstraint::Term& term) const {
  return coordinateChange(graph_.joints[at(term.joint)], node.joints[at(term.joint)],
                          jointChanges_[at(term.joint)]);
}

void MaximalSystem::setUpCouplings(const MaximalState& node, bool isStep) {
  for (std::size_t c = 0; c < graph_.couplings.size(); ++c) {
    const CouplingConstraint& constraint = graph_.couplings[c];
    if (constraint.node < 0) continue;
    const ConstraintBlocks& blocks = couplingBlocks_[c];
    for (std::size_t i = 0; i < constraint.parts.size(); ++i) {
      const int part = constraint.parts[i];
      const Vector6<double> atNode =
          Eigen::Map<const Vector6<double>>(node.gradients.data() + blocks.gradients + 6 * i);
      addColumn(blocks.up[i], 0, atNode, -1);
      if (!isStep) {
        addRow(blocks.down[i], 0, atNode, 1);
        continue;
      }
      for (const CouplingConstraint::Term& term : constraint.terms) {
        const JointConstraint& joint = graph_.joints[at(term.joint)];
        if (part != joint.frames.child && part != joint.frames.parent) continue;
        const JointPose pose = node.joints[at(term.joint)] + jointChanges_[at(term.joint)];
        const double slope = term.function
                                 ? term.slope(node.q[bodyOf(joint).position] + moveOf(node, term))
                                 : term.coefficient;
        const RowWrench wrench = coordinateWrench(joint, pose, slope);
        Vector6<double> column = part == joint.frames.child
                                     ? onChild(wrench, pose, rotations_[at(part)])
                                     : onParent(wrench, pose, rotations_[at(part)]);
        column.head<3>() = (tangents_[at(part)].transpose() * column.head<3>()).eval();
        addRow(blocks.down[i], 0, column, 1);
      }
    }
  }
}

void MaximalSystem::addColumn(BlockLayout::Place place, int column, const Vector6<double>& values,
                              double factor) {
  double* const to = ldu_.data() + place.offset + column * place.stride;
  for (int i = 0; i < 6; ++i) to[i] += factor * values[i];
}

void MaximalSystem::addRow(BlockLayout::Place place, int row, const Vector6<double>& values,
                           double factor) {
  double* const to = ldu_.data() + place.offset + row;
  for (int i = 0; i < 6; ++i) to[i * place.stride] += factor * values[i];
}

bool MaximalSystem::factorStep(const MaximalState& node, double h, const Eigen::VectorXd& x) {
  setUp(node, Purpose::step, h, x);
  return ldu_.factor();
}

double MaximalSystem::merit(const Eigen::VectorXd& residual) const {
  return residual.cwiseProduct(weights_).squaredNorm();
}

void MaximalSystem::arrive(const MaximalState& node, double h, const Eigen::VectorXd& x,
                           MaximalState& next) const {
  for (int p = 1; p < graph_.partCount(); ++p) {
    const PartPose& here = node.poses[at(p)];
    PartPose& there = next.poses[at(p)];
    const int first = unknown(graph_.nodeOf[at(p)]);
    const Eigen::Vector3d u = 0.5 * h * x.segment<3>(first);
    Eigen::Quaterniond turn;
    turn.vec() = u;
    turn.w() = std::sqrt(1 - u.squaredNorm());
    there.position = here.position + h * x.segment<3>(first + 3);
    there.attitude = (here.attitude * turn).normalized();
    there.rotation = there.attitude.toRotationMatrix();
  }
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.isLoop()) continue;
    const JointPose pose =
        JointPose::at(constraint.frames, next.poses[at(constraint.frames.parent)],
                      next.poses[at(constraint.frames.child)]);
    const int first = bodyOf(constraint).position;
    readPosition(constraint, pose, node.q.data() + first, next.q.data() + first);
  }
  updateConstraints(next);
}

bool MaximalSystem::factorNode(const MaximalState& node) {
  setUp(node, Purpose::projection, 0, node.gaps);
  return ldu_.factor();
}

bool MaximalSystem::project(const std::vector<Vector6<double>>& momenta, MaximalState& node,
                            Eigen::VectorXd& workspace) {
  workspace.setZero();
  for (int p = 1; p < graph_.partCount(); ++p)
    workspace.segment<6>(unknown(graph_.nodeOf[at(p)])) = momenta[at(p)];
  for (const JointConstraint& constraint : graph_.joints)
    for (int i = 0; i < constraint.lawRows; ++i) {
      const TreeBody<double>& body = bodyOf(constraint);
      workspace[unknown(constraint.node) + constraint.rows + i] =
          body.armature * rates_[body.velocity + i];
    }
  ldu_.solve(workspace.data());
  if (!workspace.allFinite()) return false;
  for (int p = 1; p < graph_.partCount(); ++p)
    node.velocities[at(p)] = workspace.segment<6>(unknown(graph_.nodeOf[at(p)]));
  readVelocities(node.velocities, node);
  return true;
}

// Damping, friction and armature of joints in a step: impulses that depend on velocities
// by a law,
//
//   λ = −(h/2) d(u) − I (u − v_k)      or, if twists are resisted,      λ = −(h/2) S_kᵀ d(ξ)
//
// at the knot, and as much of d at the end, with S there.

/// u = Δq/h of a joint, or its ξ.
void MaximalSystem::readRates(const MaximalState& node, double h, std::size_t joint) {
  const JointConstraint& constraint = graph_.joints[joint];
  const TreeBody<double>& body = bodyOf(constraint);
  const JointPose &pose = node.joints[joint], &change = jointChanges_[joint];
  if (body.resistsTwist()) {
    twists_[joint] = se3::log(pose.relative().inverse() * (pose + change).relative()) / h;
    return;
  }
  if (constraint.function) {
    for (int k = 0; k < constraint.velocities; ++k)
      rates_[body.velocity + k] = (change.coordinates[at(k)] - pose.coordinates[at(k)]) / h;
    return;
  }
  if (constraint.velocities == 1) {
    rates_[body.velocity] = coordinateChange(constraint, pose, change) / h;
    return;
  }
  withJoint(constraint.type, constraint.measure, [&]<typename Kind>(const Kind& kind) {
    if constexpr (Kind::velocitySize > 0) {
      const typename Kind::Position before = node.q.segment<Kind::positionSize>(body.position);
      typename Kind::Position after;
      readPosition(constraint.type, constraint.measure, pose + change, before.data(), after.data());
      rates_.segment<Kind::velocitySize>(body.velocity) = kind.difference(before, after) / h;
    }
  });
}

/// Computes λ of the laws at the knot.
MaximalSystem::JointVector MaximalSystem::lawImpulses(const MaximalState& node, double h,
                                                      std::size_t joint) const {
  const JointConstraint& constraint = graph_.joints[joint];
  const TreeBody<double>& body = bodyOf(constraint);
  JointVector impulses(constraint.lawRows);
  if (body.resistsTwist())
    return -0.5 * h *
           motionsOf(constraint, node.joints[joint])
               .transpose()
               .lazyProduct(resistingWrench(body, twists_[joint]));
  for (int i = 0; i < constraint.lawRows; ++i) {
    const double u = rates_[body.velocity + i];
    impulses[i] = -0.5 * h * resistance(resistanceOf(body, i), u) -
                  body.armature * (u - node.v[body.velocity + i]);
  }
  return impulses;
}

/// Computes rows and factors of their derivatives by velocities of parts, with the joint at `pose`
/// at the end.
void MaximalSystem::lawRows(const MaximalState& node, double h, std::size_t joint,
                            const JointPose& pose, RowWrench* rows, double* factors) const {
  const JointConstraint& constraint = graph_.joints[joint];
  const TreeBody<double>& body = bodyOf(constraint);
  if (!body.resistsTwist()) {
    freeWrenches(constraint, pose, rows);
    for (int i = 0; i < constraint.lawRows; ++i)
      factors[i] += 0.5 * h * resistanceSlope(resistanceOf(body, i), rates_[body.velocity + i]);
    return;
  }
  const Vector6<double>& twist = twists_[joint];
  const MotionColumns motions = motionsOf(constraint, node.joints[joint]);
  const auto tangentInverse = se3::rightTangentInverseBlocks(Vector6<double>(h * twist));
  for (int i = 0; i < constraint.lawRows; ++i) {
    Vector6<double> wrench = motions.col(i);
    for (int k = 0; k < 6; ++k) wrench[k] *= resistanceSlope(body, twist[k]);
    rows[i] = inWorld(pose, tangentInverse.transposeTimes(wrench));
    factors[i] = 0.5 * h;
  }
}

bool MaximalSystem::moveLaws(const MaximalState& node, double h, const Eigen::VectorXd& x) {
  const auto hasLaws = [](const JointConstraint& joint) { return joint.lawRows > 0; };
  if (std::none_of(graph_.joints.begin(), graph_.joints.end(), hasLaws)) return true;
  if (!move(node, h, x)) return false;
  for (std::size_t j = 0; j < graph_.joints.size(); ++j)
    if (hasLaws(graph_.joints[j])) readRates(node, h, j);
  return true;
}

double MaximalSystem::addLawImpulses(const MaximalState& end, double h,
                                     Eigen::VectorXd& impulses) const {
  double work = 0;
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.lawRows == 0) continue;
    const TreeBody<double>& body = bodyOf(constraint);
    if (body.resistsTwist()) {
      const Vector6<double> wrench = resistingWrench(body, twists_[j]);
      impulses.segment(body.velocity, constraint.lawRows) -=
          0.5 * h * motionsOf(constraint, end.joints[j]).transpose().lazyProduct(wrench);
      work -= h * wrench.dot(twists_[j]);
      continue;
    }
    for (int i = 0; i < constraint.lawRows; ++i) {
      const double u = rates_[body.velocity + i], force = -resistance(resistanceOf(body, i), u);
      impulses[body.velocity + i] += 0.5 * h * force;
      work += h * force * u;
    }
  }
  return work;
}

}  // namespace linkwork::maximal

#include "linkwork/integrators/maximal_system.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/maximal/joint_motion_space.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/model/body_joint.hpp"

namespace linkwork::maximal {
namespace {

Vector6<double> twistAlong(const Vector6<double>& velocity, const Eigen::Matrix3d& rotation) {
  Vector6<double> twist;
  twist << rotation * velocity.head<3>(), velocity.tail<3>();
  return twist;
}

}  // namespace

MaximalSystem::MaximalSystem(const ClusterTree<double>& tree, LoopOrder order)
    : graph_(tree, order),
      ldu_(BlockLayout({}, {}, {}), {}),
      isCoupled_(graph_.joints.size(), false),
      changes_(graph_.rigid.parts.size()),
      tangents_(graph_.rigid.parts.size(), Eigen::Matrix3d::Identity()),
      rotations_(graph_.rigid.parts.size(), Eigen::Matrix3d::Identity()),
      jointChanges_(graph_.joints.size()),
      rates_(Eigen::VectorXd::Zero(tree.velocitySize())),
      twists_(graph_.joints.size(), Vector6<double>::Zero()) {
  for (const JointConstraint& constraint : graph_.joints) {
    jointBlocks_.push_back(
        {gradientSize_, {constraint.frames.child, constraint.frames.parent}, {}, {}});
    if (constraint.node >= 0) gradientSize_ += 12 * constraint.size();
  }
  for (const CouplingConstraint& constraint : graph_.couplings) {
    for (const CouplingConstraint::Term& term : constraint.terms) isCoupled_[at(term.joint)] = true;
    couplingBlocks_.push_back({gradientSize_, constraint.parts, {}, {}});
    gradientSize_ += 6 * static_cast<int>(constraint.parts.size());
  }
  for (const SlipConstraint& constraint : graph_.nonholonomic) {
    slipBlocks_.push_back({gradientSize_, {constraint.part}, {}, {}});
    gradientSize_ += 6 * constraint.rows();
  }
  findPivots();

  weighResiduals();
}

/// Weighs residuals by the speeds that they are, those of the longest arm by 1.
void MaximalSystem::weighResiduals() {
  double mass = 0, inertia = 0, longest = 0;
  for (int p = 1; p < graph_.partCount(); ++p) {
    const RigidPart& part = graph_.rigid.parts[at(p)];
    const double length = lengths_[at(p)];
    longest = std::max(longest, length);
    mass = std::max(mass, part.mass);
    inertia = std::max({inertia, part.inertia.trace(), 1e-6 * part.mass * length * length});
  }
  weights_ = units_ / longest;
  for (int p = 1; p < graph_.partCount(); ++p) {
    const RigidPart& part = graph_.rigid.parts[at(p)];
    const int first = unknown(graph_.nodeOf[at(p)]);
    weights_.segment<3>(first).setConstant(lengths_[at(p)] / longest /
                                           std::max(part.inertia.trace() / 3, 1e-6 * inertia));
    weights_.segment<3>(first + 3).setConstant(1 / longest / std::max(part.mass, 1e-6 * mass));
  }
}

/// Throws the error of a singular pivot. It names the body, or a joint that it supports.
void MaximalSystem::throwMassless(const BlockLayout& layout, int pivot) const {
  std::string bodies = "some body";
  for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
    const auto [kind, item, size] = graph_.nodes[n];
    if (layout.pivotOf(static_cast<int>(n)) != pivot) continue;
    const auto jointOf = [&](int body) { return detail::quoted(graph_.tree->jointName(body)); };
    if (kind == NodeKind::part)
      bodies = "the body on joint " + jointOf(graph_.rigid.parts[at(item)].body);
    if (kind == NodeKind::joint && !graph_.joints[at(item)].isLoop())
      bodies = "the body on joint " + jointOf(graph_.joints[at(item)].body);
  }
  throw SimulationError("variational-maximal: in some direction " + bodies +
                        " has no mass or inertia, or only rounding compared to that in other "
                        "directions. Use the method articulated-body.");
}

/// Eliminates a pivot together with the next one that is coupled to it.
void MaximalSystem::merge(const BlockLayout& layout, int pivot) {
  const int parent = layout.pivots()[at(pivot)].parent;
  if (parent < 0) throwMassless(layout, pivot);
  int last = -1, into = -1;
  for (int n = 0; n < static_cast<int>(graph_.nodes.size()); ++n) {
    if (layout.pivotOf(n) == pivot) last = n;
    if (layout.pivotOf(n) == parent) into = n;
  }
  graph_.mergedInto[at(last)] = into;
}

/// Merges bodies with their joints if they turn so easily that rounding would lose 1/mass next to
/// 1/inertia. In the merged block the inertia is next to the mass.
void MaximalSystem::mergeSlight(const BlockLayout& layout) {
  for (int p = 1; p < graph_.partCount(); ++p) {
    const RigidPart& part = graph_.rigid.parts[at(p)];
    const double least = 1e-10 * part.mass * lengths_[at(p)] * lengths_[at(p)];
    const int pivot = layout.pivotOf(graph_.nodeOf[at(p)]);
    if (part.inertia.diagonal().minCoeff() < least && layout.pivots()[at(pivot)].parent >= 0)
      merge(layout, pivot);
  }
}

/// Lays out the blocks. A pivot that is singular at the initial position, for example that of a
/// massless body, is merged with the next one that is coupled to it, until none is singular.
void MaximalSystem::findPivots() {
  std::vector<int> sizes;
  for (const GraphNode& node : graph_.nodes) sizes.push_back(node.size);
  MaximalState node = emptyNode();
  placeAt(graph_.tree->initialPosition(), graph_.tree->initialVelocity(), node);
  lengths_ = lengthsOf(node);
  mergeSlight(BlockLayout(sizes, graph_.edges, graph_.mergedInto));
  while (true) {
    const BlockLayout layout(sizes, graph_.edges, graph_.mergedInto);
    std::vector<bool> isRankRevealing(layout.pivots().size(), false);
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      const GraphNode& here = graph_.nodes[n];
      if (graph_.mergedInto[n] >= 0 || here.kind == NodeKind::coupling ||
          here.kind == NodeKind::slip ||
          (here.kind == NodeKind::joint && graph_.joints[at(here.item)].isLoop()))
        isRankRevealing[at(layout.pivotOf(static_cast<int>(n)))] = true;
    }
    ldu_ = SparseLdu(layout, std::move(isRankRevealing));
    const auto places = [&](int constraint, ConstraintBlocks& blocks) {
      blocks.down.clear();
      blocks.up.clear();
      for (const int part : blocks.parts) {
        const int other = graph_.nodeOf[at(part)];
        blocks.down.push_back(other < 0 ? BlockLayout::Place{} : layout.block(constraint, other));
        blocks.up.push_back(other < 0 ? BlockLayout::Place{} : layout.block(other, constraint));
      }
    };
    for (std::size_t j = 0; j < graph_.joints.size(); ++j)
      if (graph_.joints[j].node >= 0) places(graph_.joints[j].node, jointBlocks_[j]);
    for (std::size_t c = 0; c < graph_.couplings.size(); ++c)
      if (graph_.couplings[c].node >= 0) places(graph_.couplings[c].node, couplingBlocks_[c]);
    for (std::size_t i = 0; i < graph_.nonholonomic.size(); ++i)
      places(graph_.nonholonomic[i].node, slipBlocks_[i]);
    partBlocks_.clear();
    for (const int other : graph_.nodeOf)
      partBlocks_.push_back(other < 0 ? BlockLayout::Place{} : layout.block(other, other));

    updateConstraints(node);
    setUp(node, Purpose::projection, 0, node.gaps);
    units_ = unitsAt(node);
    const std::vector<int> singular = ldu_.examine(units_);
    if (singular.empty()) return;
    for (const int pivot : singular) merge(layout, pivot);
  }
}

/// Units by unknown: for angular velocities 1 over the largest distance of a joint from the center
/// of mass of its part, for linear ones 1, and for an impulse 1 over the largest entry of its
/// gradient in these units.
Eigen::VectorXd MaximalSystem::unitsAt(const MaximalState& node) const {
  Eigen::VectorXd units = Eigen::VectorXd::Ones(unknowns());
  for (int p = 1; p < graph_.partCount(); ++p)
    units.segment<3>(unknown(graph_.nodeOf[at(p)])).setConstant(1 / lengths_[at(p)]);
  const auto measure = [&](const ConstraintBlocks& blocks, int constraint, int size) {
    if (constraint < 0) return;
    const double* gradient = node.gradients.data() + blocks.gradients;
    Eigen::VectorXd largest = Eigen::VectorXd::Zero(size);
    for (const int part : blocks.parts)
      for (int i = 0; i < size; ++i, gradient += 6) {
        if (part == groundPart) continue;
        const Eigen::Map<const Vector6<double>> entries(gradient);
        largest[i] = std::max(
            largest[i], entries.cwiseProduct(units.segment<6>(unknown(graph_.nodeOf[at(part)])))
                            .cwiseAbs()
                            .maxCoeff());
      }
    for (int i = 0; i < size; ++i)
      if (largest[i] > 0) units[unknown(constraint) + i] = 1 / largest[i];
  };
  for (std::size_t j = 0; j < graph_.joints.size(); ++j)
    measure(jointBlocks_[j], graph_.joints[j].node, graph_.joints[j].size());
  for (std::size_t c = 0; c < graph_.couplings.size(); ++c)
    measure(couplingBlocks_[c], graph_.couplings[c].node, 1);
  for (std::size_t i = 0; i < graph_.nonholonomic.size(); ++i)
    measure(slipBlocks_[i], graph_.nonholonomic[i].node, graph_.nonholonomic[i].rows());
  return units;
}

/// Lengths by part: the largest distance of a joint from the center of mass, or the radius of
/// gyration. Points have neither, and get the length of the largest part.
std::vector<double> MaximalSystem::lengthsOf(const MaximalState& node) const {
  std::vector<double> lengths(graph_.rigid.parts.size(), 0.0);
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointFrames& frames = graph_.joints[j].frames;
    double &parent = lengths[at(frames.parent)], &child = lengths[at(frames.child)];
    parent = std::max(parent, node.joints[j].parentOffset.norm());
    child = std::max(child, node.joints[j].childOffset.norm());
  }
  lengths[groundPart] = 0;
  for (std::size_t p = 0; p < lengths.size(); ++p) {
    const RigidPart& part = graph_.rigid.parts[p];
    if (part.mass > 0)
      lengths[p] = std::max(lengths[p], std::sqrt(part.inertia.trace() / part.mass));
  }
  const double largest = *std::max_element(lengths.begin(), lengths.end());
  for (double& length : lengths)
    if (!(length > 1e-9 * largest)) length = largest > 0 ? largest : 1;
  return lengths;
}

MaximalState MaximalSystem::emptyNode() const {
  MaximalState node;
  node.q = graph_.tree->initialPosition();
  node.v = graph_.tree->initialVelocity();
  node.poses.resize(graph_.rigid.parts.size());
  node.velocities.assign(graph_.rigid.parts.size(), Vector6<double>::Zero());
  node.joints.resize(graph_.joints.size());
  node.gradients = Eigen::VectorXd::Zero(gradientSize_);
  int rows = 0;
  for (const GraphNode& each : graph_.nodes) rows += each.size;
  node.gaps = Eigen::VectorXd::Zero(rows);
  node.normals.resize(graph_.joints.size());
  return node;
}

void MaximalSystem::placeAt(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                            MaximalState& node) const {
  node.q = q;
  node.v = v;
  graph_.place(q, node.poses, node.joints);
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.isLoop()) continue;
    const JointPose& pose = node.joints[j];
    const TreeBody<double>& body = bodyOf(constraint);
    const PartPose& parent = node.poses[at(constraint.frames.parent)];
    const PartPose& child = node.poses[at(constraint.frames.child)];
    const Vector6<double> carried =
        twistAlong(node.velocities[at(constraint.frames.parent)], parent.rotation);
    const Vector6<double> relative =
        withJoint(body, [&]<typename Joint>(const Joint& joint) -> Vector6<double> {
          const typename Joint::Position position =
              q.segment<Joint::positionSize>(body.position, body.positions);
          const typename Joint::Velocity velocity =
              v.segment<Joint::velocitySize>(body.velocity, body.velocities);
          return joint.motionSubspace(position) * velocity;
        });
    const Eigen::Vector3d spin = carried.head<3>() + pose.childAxes * relative.head<3>();
    const Eigen::Vector3d atJoint = carried.tail<3>() + carried.head<3>().cross(pose.parentOffset) +
                                    pose.childAxes * relative.tail<3>();
    node.velocities[at(constraint.frames.child)] << child.rotation.transpose() * spin,
        atJoint - spin.cross(pose.childOffset);
  }
}

void MaximalSystem::updateConstraints(MaximalState& node) const {
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    const PartPose& parent = node.poses[at(constraint.frames.parent)];
    const PartPose& child = node.poses[at(constraint.frames.child)];
    JointPose& pose = node.joints[j] = JointPose::at(constraint.frames, parent, child);
    if (constraint.function)
      std::copy_n(&node.q[bodyOf(constraint).position], constraint.positions,
                  pose.coordinates.begin());
    if (constraint.node < 0) continue;
    const int row = unknown(constraint.node);
    std::array<RowWrench, 6> wrenches;
    double angle = 0;
    if (constraint.type == JointType::helical)
      angle = constraint.isLoop()
                  ? HelicalJoint<double>(constraint.measure).closest(pose.relative())[0]
                  : node.q[bodyOf(constraint).position];
    if (constraint.function) {
      node.normals[j] = normalsOf(constraint, pose);
      node.gaps.segment(row, constraint.rows) =
          node.normals[j].transpose().lazyProduct(violationOf(constraint, pose));
    }
    for (int i = 0; i < constraint.rows; ++i) {
      if (constraint.function) {
        wrenches[at(i)] = inWorld(pose, node.normals[j].col(i));
        continue;
      }
      wrenches[at(i)] = wrenchOf(constraint.rules[at(i)], pose);
      node.gaps[row + i] = constraint.rules[at(i)].gap(pose, angle);
    }
    if (constraint.lawRows > 0) freeWrenches(constraint, pose, wrenches.data() + constraint.rows);
    Eigen::Map<Matrix6X<double>> gradients(node.gradients.data() + jointBlocks_[j].gradients, 6,
                                           2 * constraint.size());
    for (int i = 0; i < constraint.size(); ++i) {
      gradients.col(i) = onChild(wrenches[at(i)], pose, child.rotation);
      gradients.col(constraint.size() + i) = onParent(wrenches[at(i)], pose, parent.rotation);
    }
  }
  for (std::size_t c = 0; c < graph_.couplings.size(); ++c) {
    const CouplingConstraint& constraint = graph_.couplings[c];
    if (constraint.node < 0) continue;
    node.gradients
        .segment(couplingBlocks_[c].gradients,
                 6 * static_cast<Eigen::Index>(constraint.parts.size()))
        .setZero();
    double gap = -constraint.offset;
    for (const CouplingConstraint::Term& term : constraint.terms) {
      const JointConstraint& joint = graph_.joints[at(term.joint)];
      const double q = node.q[bodyOf(joint).position];
      gap += term.value(q);
      const JointPose& pose = node.joints[at(term.joint)];
      const RowWrench wrench = coordinateWrench(joint, pose, term.slope(q));
      for (std::size_t i = 0; i < constraint.parts.size(); ++i) {
        Eigen::Map<Vector6<double>> to(node.gradients.data() + couplingBlocks_[c].gradients +
                                       6 * i);
        const Eigen::Matrix3d& rotation = node.poses[at(constraint.parts[i])].rotation;
        if (constraint.parts[i] == joint.frames.child) to += onChild(wrench, pose, rotation);
        if (constraint.parts[i] == joint.frames.parent) to += onParent(wrench, pose, rotation);
      }
    }
    node.gaps[unknown(constraint.node)] = constraint.isRate ? 0 : gap;
  }
  for (std::size_t i = 0; i < graph_.nonholonomic.size(); ++i) {
    const SlipConstraint& constraint = graph_.nonholonomic[i];
    const PartPose& pose = node.poses[at(constraint.part)];
    std::array<Vector6<double>, 3> rows;
    constraint.rowsAt(pose.rotation, rows.data());
    for (int k = 0; k < constraint.rows(); ++k) {
      Eigen::Map<Vector6<double>> to(node.gradients.data() + slipBlocks_[i].gradients + 6 * k);
      to << pose.rotation.transpose() * rows[at(k)].head<3>(), rows[at(k)].tail<3>();
    }
    if (constraint.isDisc()) node.gaps[unknown(constraint.node) + 2] = constraint.gap(pose);
  }
}

void MaximalSystem::readVelocities(const std::vector<Vector6<double>>& velocities,
                                   MaximalState& node) const {
  std::array<RowWrench, 6> wrenches;
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.isLoop()) continue;
    const JointPose& pose = node.joints[j];
    const Vector6<double> parent = twistAlong(velocities[at(constraint.frames.parent)],
                                              node.poses[at(constraint.frames.parent)].rotation);
    const Vector6<double> child = twistAlong(velocities[at(constraint.frames.child)],
                                             node.poses[at(constraint.frames.child)].rotation);
    const Eigen::Vector3d spin = child.head<3>() - parent.head<3>();
    const Eigen::Vector3d slide = child.tail<3>() + child.head<3>().cross(pose.childOffset) -
                                  parent.tail<3>() - parent.head<3>().cross(pose.parentOffset);
    const TreeBody<double>& body = bodyOf(constraint);
    freeWrenches(constraint, pose, wrenches.data());
    for (int i = 0; i < constraint.velocities; ++i)
      node.v[body.velocity + i] =
          wrenches[at(i)].force.dot(slide) + wrenches[at(i)].torque.dot(spin);
  }
}

void MaximalSystem::addJointForces(const MaximalState& node, const Eigen::VectorXd& tau,
                                   std::vector<Vector6<double>>& wrenches) const {
  std::array<RowWrench, 6> unit;
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.isLoop()) continue;
    const int size = constraint.velocities;
    const auto force = tau.segment(bodyOf(constraint).velocity, size);
    if (force.isZero(0)) continue;
    const JointPose& pose = node.joints[j];
    freeWrenches(constraint, pose, unit.data());
    RowWrench wrench{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
    for (int i = 0; i < size; ++i) {
      wrench.force += force[i] * unit[at(i)].force;
      wrench.torque += force[i] * unit[at(i)].torque;
    }
    wrenches[at(constraint.frames.child)] +=
        onChild(wrench, pose, node.poses[at(constraint.frames.child)].rotation);
    wrenches[at(constraint.frames.parent)] +=
        onParent(wrench, pose, node.poses[at(constraint.frames.parent)].rotation);
  }
}

}  // namespace linkwork::maximal

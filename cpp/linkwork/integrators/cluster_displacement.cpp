#include "linkwork/integrators/cluster_displacement.hpp"

#include <Eigen/Geometry>

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/constraints/rows.hpp"
#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {
namespace {

/// The factor of a coupling's row, as in assembleConstraints.
double unitOf(const CouplingRow<double>& coupling) { return 1 / largestCoefficient(coupling); }

}  // namespace

ClusterDisplacement::ClusterDisplacement(const Cluster<double>& cluster)
    : cluster_(&cluster),
      moved_(at(cluster.bodyCount)),
      poses_(at(cluster.bodyCount)),
      subspaces_(6, cluster.spanning()),
      loops_(cluster.constraint->loops.size()),
      couplingViolations_(static_cast<Eigen::Index>(cluster.constraint->couplings.size())),
      couplingChanges_(couplingViolations_.size()),
      coordinates_(Eigen::VectorXd::Zero(cluster.spanning())),
      moves_(coordinates_),
      ones_(Eigen::VectorXd::Ones(cluster.spanning())),
      closing_(cluster.spanning()),
      origin_(Eigen::MatrixXd::Zero(cluster.spanning(), cluster.dofs)),
      start_(cluster.spanning(), cluster.dofs),
      end_(cluster.spanning(), cluster.dofs),
      gram_(cluster.spanning(), cluster.spanning()),
      projected_(cluster.spanning(), cluster.dofs) {
  workspace_.jacobian.resize(cluster.constraint->rows, cluster.spanning());
  workspace_.rightSide.resize(cluster.constraint->rows);
  workspace_.units = cluster.constraint->units;
  workspace_.order.resize(at(cluster.spanning()));
  workspace_.basis.resize(cluster.spanning(), cluster.spanning());
}

Transform<double> ClusterDisplacement::poseOf(int body) const {
  return poseInOutput(body, *cluster_, poses_);
}

Displacement ClusterDisplacement::displacementOf(int body) const {
  return body < cluster_->firstBody ? Displacement{} : moved_[at(body - cluster_->firstBody)];
}

void ClusterDisplacement::beginAt(const ClusterTree<double>& tree, const Eigen::VectorXd& q,
                                  Workspace<double>& node) {
  updateRelativePoses(tree, *cluster_, node);
  const ClusterConstraint<double>& constraint = *cluster_->constraint;
  for (int i = 0; i < cluster_->bodyCount; ++i) {
    const TreeBody<double>& body = tree.body(cluster_->firstBody + i);
    moved_[at(i)] = {};
    poses_[at(i)] = node.of(tree, *cluster_).poses[at(i)];
    for (int k = 0; k < body.velocities; ++k)
      subspaces_.col(body.local + k) =
          poses_[at(i)].twistToParent(node.jointSubspaces.col(body.velocity + k));
  }
  for (std::size_t l = 0; l < loops_.size(); ++l) {
    const LoopClosure<double>& loop = constraint.loops[l];
    loops_[l].relative =
        (poseOf(loop.parent) * loop.parentFrame).inverse() * (poseOf(loop.child) * loop.childFrame);
    loops_[l].violation = loopViolation(loop, loops_[l].relative);
  }
  for (std::size_t c = 0; c < constraint.couplings.size(); ++c) {
    const CouplingRow<double>& coupling = constraint.couplings[c];
    couplingViolations_[static_cast<Eigen::Index>(c)] =
        couplingViolation<double>(coupling, q) * unitOf(coupling);
    for (const auto& term : coupling.terms) coordinates_[term.local] = q[term.position];
  }
  couplingChanges_.setZero();
  moves_.setZero();

  assemble(tree);
  const int found = kernel();
  if (found == constraint.rank) {
    start_ = workspace_.basis.leftCols(cluster_->dofs);
    return;
  }
  if (!(origin_.squaredNorm() > 0)) throw singularPose(tree, *cluster_);
  project(found, origin_, start_);
}

void ClusterDisplacement::moveTo(const ClusterTree<double>& tree, const Eigen::VectorXd& u,
                                 double h, const std::vector<Displacement>& joints,
                                 const Matrix6X<double>& subspaces, const Workspace<double>& node) {
  const auto& startPoses = node.of(*cluster_).poses;
  for (int i = 0; i < cluster_->bodyCount; ++i) {
    const int index = cluster_->firstBody + i;
    const TreeBody<double>& body = tree.body(index);
    moved_[at(i)] =
        body.parent < cluster_->firstBody
            ? joints[at(index)]
            : moved_[at(body.parent - cluster_->firstBody)].seenFrom(node.of(index).toParent) *
                  joints[at(index)];
    poses_[at(i)] = startPoses[at(i)] * moved_[at(i)].transform();
    for (int k = 0; k < body.velocities; ++k)
      subspaces_.col(body.local + k) =
          poses_[at(i)].twistToParent(subspaces.col(body.velocity + k));
  }
  const auto& couplings = cluster_->constraint->couplings;
  for (std::size_t c = 0; c < couplings.size(); ++c) {
    double change = 0;
    for (const auto& term : couplings[c].terms) {
      const double rate = u[tree.body(term.body).velocity], from = coordinates_[term.local];
      moves_[term.local] = h * rate;
      change += term.function ? term.value(from + moves_[term.local]) - term.value(from)
                              : term.coefficient * h * rate;
    }
    couplingChanges_[static_cast<Eigen::Index>(c)] = change * unitOf(couplings[c]);
  }
  assemble(tree);
  project(kernel(), start_, end_);
}

/// Computes K and φ at the current poses and displacements.
void ClusterDisplacement::assemble(const ClusterTree<double>& tree) {
  const ClusterConstraint<double>& constraint = *cluster_->constraint;
  workspace_.jacobian.setZero();
  int row = 0;
  for (std::size_t l = 0; l < loops_.size(); ++l) {
    const LoopClosure<double>& loop = constraint.loops[l];
    const LoopStart& start = loops_[l];
    // The child's joint frame has moved by E⁻¹ a⁻¹ E b, a and b being the two frames' motions.
    const Displacement parent = displacementOf(loop.parent).seenFrom(loop.parentFrame);
    const Displacement child = displacementOf(loop.child).seenFrom(loop.childFrame);
    const Displacement moved =
        start.violation * (parent.inverse().seenFrom(start.relative) * child);
    const LoopRows rows = loopRows(loop, start.relative, moved);
    const Transform<double> frame = poseOf(loop.child) * loop.childFrame;
    const int first = row;
    for (int r = 0; r < rows.count; ++r, ++row) {
      const Vector6<double> force = frame.wrenchToParent(rows.force.col(r));
      addPath(tree, *cluster_, loop.child, 1.0, force, subspaces_, row, workspace_.jacobian);
      addPath(tree, *cluster_, loop.parent, -1.0, force, subspaces_, row, workspace_.jacobian);
      workspace_.rightSide[row] = rows.gap[r];
    }
    if (constraint.length != 1) countLengths(loop, first);
  }
  for (std::size_t c = 0; c < constraint.couplings.size(); ++c, ++row) {
    const auto index = static_cast<Eigen::Index>(c);
    for (const auto& term : constraint.couplings[c].terms)
      workspace_.jacobian(row, term.local) =
          term.slope(coordinates_[term.local] + moves_[term.local]) *
          unitOf(constraint.couplings[c]);
    workspace_.rightSide[row] = couplingViolations_[index] + couplingChanges_[index];
  }
}

/// Rows of a loop that are lengths, in units of ClusterConstraint::length.
void ClusterDisplacement::countLengths(const LoopClosure<double>& loop, int row) {
  for (const RowRule<double>& rule : rulesOf(loop.joint, loop.measure)) {
    const double unit = rule.isLength() ? cluster_->constraint->length : 1;
    workspace_.jacobian.row(row) /= unit;
    workspace_.rightSide[row++] /= unit;
  }
}

/// Computes −K⁺ φ, and the kernel of K with as many columns as the rank leaves. Returns the rank.
int ClusterDisplacement::kernel() {
  const GaussJordan<double> reduction = reductionOf(workspace_);
  const int found = reduction.eliminate(ones_, cluster_->constraint->rank, singularPivot);
  reduction.kernel(found, workspace_.basis);
  reduction.solution(found, closing_);
  closing_ = -closing_;
  return found;
}

/// Projects `from` onto the kernel of K: by its basis G, or by the rows that K is reduced to if
/// those are fewer.
///   G (GᵀG)⁻¹ Gᵀ = 1 − Kᵀ (K Kᵀ)⁻¹ K
void ClusterDisplacement::project(int found, const Eigen::MatrixXd& from, Eigen::MatrixXd& onto) {
  const int width = cluster_->spanning() - found;
  const auto basis = workspace_.basis.leftCols(width);
  const auto rows = workspace_.jacobian.topRows(found);
  const bool isByRows = found < width;
  const int size = isByRows ? found : width;
  auto gram = gram_.topLeftCorner(size, size);
  auto projected = projected_.topRows(size);
  if (isByRows) {
    gram.noalias() = rows.lazyProduct(rows.transpose());
    projected.noalias() = rows.lazyProduct(from);
  } else {
    gram.noalias() = basis.transpose().lazyProduct(basis);
    projected.noalias() = basis.transpose().lazyProduct(from);
  }
  choleskyInPlace(gram);
  for (Eigen::Index j = 0; j < from.cols(); ++j) {
    solveLower(gram, projected.col(j));
    solveLowerTransposed(gram, projected.col(j));
  }
  if (isByRows) {
    onto = from;
    onto.noalias() -= rows.transpose().lazyProduct(projected);
  } else {
    onto.noalias() = basis.lazyProduct(projected);
  }
}

LoopRows loopRows(const LoopClosure<double>& loop, const Transform<double>& relative,
                  const Displacement& moved) {
  const JointVectors<double> x =
      closedVectors<double>(loop.joint, loop.measure, relative, Matrix3<double>::Identity());
  const Matrix3<double> turning = moved.turning();
  const auto toChild = [&](const Vec3<double>& a) {
    return a + vec3(turning.transpose() * a.vector());
  };
  JointVectors<double> change{}, inChild = x;  // now, in the axes of the turned child
  for (std::size_t k = 0; k < 3; ++k) {
    change.childAxes[k] = vec3(turning.col(static_cast<Eigen::Index>(k)));
    inChild.parentAxes[k] = toChild(x.parentAxes[k]);
  }
  change.offset = vec3(moved.p);
  inChild.offset = toChild(x.offset + change.offset);

  LoopRows rows;
  for (const RowRule<double>& rule : rulesOf(loop.joint, loop.measure)) {
    rows.gap[rows.count] = rule.change(x, change);
    rows.force.col(rows.count) = rule.wrench(inChild).vector();
    ++rows.count;
  }
  return rows;
}

Displacement loopViolation(const LoopClosure<double>& loop, const Transform<double>& relative) {
  const Transform<double> gap = violationOf(loop.joint, loop.measure, relative);
  const Eigen::Quaterniond rotation(gap.rotation);
  return {rotation.w(), rotation.vec(), gap.translation};
}

}  // namespace linkwork

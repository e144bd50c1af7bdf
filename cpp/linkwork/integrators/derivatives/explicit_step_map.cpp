#include <optional>

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/dynamics/explicit_steps.hpp"
#include "linkwork/dynamics/general_dynamics.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/integrators/derivatives/step_tangents.hpp"
#include "linkwork/integrators/implicit_joints.hpp"
#include "linkwork/integrators/step_map.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {
namespace {

using Jets = VectorX<DerivativeJet>;

/// Computes K and k of a cluster whose loops are points that meet in a plane, as PlanarLoops does.
/// Each point is at its place on its own body. With violations, this differs from
/// assembleConstraints. The row across the plane is redundant.
bool solvePlanar(const ClusterTree<DerivativeJet>& tree, const Cluster<DerivativeJet>& cluster,
                 const VectorX<DerivativeJet>& q, const VectorX<DerivativeJet>& v,
                 Workspace<DerivativeJet>& work) {
  assembleConstraints<DerivativeJet>(tree, cluster, q, v, ConstraintLevel::acceleration, work);
  ConstraintWorkspace<DerivativeJet>& workspace = work.of(tree, cluster);
  int row = 0;
  for (const LoopClosure<DerivativeJet>& loop : cluster.constraint->loops) {
    workspace.jacobian.middleRows(row, 3).setZero();
    workspace.rightSide.segment<3>(row).setZero();
    const auto addPoint = [&](int body, const Transform<DerivativeJet>& frame, double sign) {
      if (body < cluster.firstBody) return;
      const DerivativeJet unit(sign / cluster.constraint->length);
      const std::size_t local = at(body - cluster.firstBody);
      const Vector3<DerivativeJet> point = workspace.poses[local] * frame.translation;
      const Vector6<DerivativeJet>&velocity = workspace.velocities[local],
            &acceleration = workspace.accelerations[local];
      const Vector3<DerivativeJet> turning = velocity.head<3>();
      workspace.rightSide.segment<3>(row) -=
          unit * (acceleration.tail<3>() + acceleration.head<3>().cross(point) +
                  turning.cross(velocity.tail<3>() + turning.cross(point)));
      for (; body >= cluster.firstBody; body = tree.body(body).parent) {
        const int joint = tree.body(body).local;
        const Vector6<DerivativeJet> subspace = workspace.subspaces.col(joint);
        workspace.jacobian.block<3, 1>(row, joint) +=
            unit * (subspace.tail<3>() + subspace.head<3>().cross(point));
      }
    };
    addPoint(loop.child, loop.childFrame, 1);
    addPoint(loop.parent, loop.parentFrame, -1);
    row += 3;
  }
  const auto couplings = static_cast<int>(cluster.constraint->couplings.size());
  const int first = cluster.constraint->rows - couplings;
  for (int c = 0; c < couplings; ++c, ++row) {
    workspace.jacobian.row(row) = workspace.jacobian.row(first + c);
    workspace.rightSide[row] = workspace.rightSide[first + c];
  }
  const int rank = cluster.constraint->rank;
  const GaussJordan<DerivativeJet> reduction = reductionOf(workspace, row);
  if (reduction.eliminate(workspace.preference, rank, rankTolerance) < rank) return false;
  reduction.kernel(rank, workspace.basis.leftCols(cluster.dofs));
  reduction.solution(rank, workspace.offset);
  return true;
}

/// Steps of forward dynamics on jets, along all directions in passes of eight.
class StageMapper {
 public:
  explicit StageMapper(const IntegratorContext& context)
      : tree_(context.tree),
        work_(tree_),
        stages_(work_.jets.tree),
        tangents_(tree_, context.work) {}

  /// @param step  called with the tree, the motion, stages, q and v
  template <typename Step>
  void find(const MotionState& start, const MotionState& end, const HeldForces& forces, Step step,
            StepMap& map) {
    JetWorkspace& jets = work_.jets;
    chooseCoordinates(tree_, start.q, start.v, work_, map.coordinates);
    tangents_.chooseAt(end, map.endCoordinates);
    forEachPass(tree_, [&](int first) {
      keepCoordinates(tree_, work_.base, jets.tree, jets.work);
      moveState(tree_, start.q, start.v, first, work_);
      work_.forces.torque = forces.torque.cast<DerivativeJet>();
      moveTorque(tree_, first, work_.forces.torque);
      const auto motion = [&](double, double, const Jets& q, const Jets& v, Jets& a,
                              const Jets* added = nullptr) {
        if (added) work_.forces.torque += *added;
        accelerate(q, v, forces.law, a);
        if (added) work_.forces.torque -= *added;
      };
      step(jets.tree, motion, stages_, jets.q, jets.v);
      tangents_.close(jets);
      tangents_.read(jets, first, map);
    });
  }

 private:
  void accelerate(const VectorX<DerivativeJet>& q, const VectorX<DerivativeJet>& v,
                  const ForceLaw& law, VectorX<DerivativeJet>& a) {
    JetWorkspace& jets = work_.jets;
    updateKinematics(q, v);
    work_.forces.hasWrenches = static_cast<bool>(law);
    if (law) {
      updatePoses(jets.tree, jets.work);
      law(jets.tree, jets.work, work_.forces);
    }
    generalForwardDynamics<DerivativeJet>(jets.tree, q, v, work_.forces, jets.work, a);
  }

  /// Updates the kinematics of every cluster, by the constraints of its stages.
  void updateKinematics(const VectorX<DerivativeJet>& q, const VectorX<DerivativeJet>& v) {
    JetWorkspace& jets = work_.jets;
    for (std::size_t c = 0; c < jets.tree.clusters().size(); ++c) {
      const Cluster<DerivativeJet>& cluster = jets.tree.clusters()[c];
      updateJoints<DerivativeJet>(jets.tree, cluster, q, v, jets.work);
      if (!cluster.constraint) continue;
      const bool isRegular = isPlanar(c) ? solvePlanar(jets.tree, cluster, q, v, jets.work)
                                         : solveConstraints<DerivativeJet>(
                                               jets.tree, cluster, q, v, jets.work, BasisOf::uncut);
      if (!isRegular) throw singularPose(jets.tree, cluster);
      if (!cluster.isCut()) updateClusterMotion<DerivativeJet>(jets.tree, cluster, jets.work);
    }
  }

  bool isPlanar(std::size_t cluster) const {
    const Plan::Place place = tree_.plan()->placeOf(static_cast<int>(cluster));
    return place.kind == Plan::Segment::Kind::coupled &&
           tree_.plan()->groups()[at(place.index)].planar;
  }

  const ClusterTree<double>& tree_;
  DerivativesWorkspace work_;
  StageVectors<DerivativeJet> stages_;
  EndTangents tangents_;
};

class RungeKutta4Mapper final : public StepMapper {
 public:
  explicit RungeKutta4Mapper(const IntegratorContext& context) : mapper_(context) {}

  void find(double h, const MotionState& start, const MotionState& end, const HeldForces& forces,
            StepMap& map) override {
    mapper_.find(
        start, end, forces,
        [h](const auto& tree, const auto& motion, auto& stages, Jets& q, Jets& v) {
          stepRungeKutta4(tree, h, motion, stages, q, v);
        },
        map);
  }

 private:
  StageMapper mapper_;
};

class SemiImplicitEulerMapper final : public StepMapper {
 public:
  explicit SemiImplicitEulerMapper(const IntegratorContext& context)
      : joints_(context.tree, context.work), mapper_(context) {}

  void find(double h, const MotionState& start, const MotionState& end, const HeldForces& forces,
            StepMap& map) override {
    joints_.requireNotStiff(h);
    mapper_.find(
        start, end, forces,
        [h](const auto& tree, const auto& motion, auto& stages, Jets& q, Jets& v) {
          stages.velocity = v;
          stepSemiImplicitEuler(tree, tree.turningRoots(), h, h, motion, stages.velocity, stages, q,
                                v);
        },
        map);
  }

 private:
  ImplicitJoints joints_;
  StageMapper mapper_;
};

/// If joints are stiff, its stages are those of the tree with implicit springs and dampers.
/// Allocates if h has changed.
class RosenbrockMapper final : public StepMapper {
 public:
  explicit RosenbrockMapper(const IntegratorContext& context)
      : context_(context),
        joints_(context.tree, context.work, rosenbrockExplicit, rosenbrockExplicit),
        damping_(Eigen::VectorXd::Zero(context.tree.velocitySize())),
        stiffness_(damping_) {}

  void find(double h, const MotionState& start, const MotionState& end, const HeldForces& forces,
            StepMap& map) override {
    if (h != step_) {
      const bool isStiff = joints_.areStiff(h);
      damping_ = isStiff * joints_.damping();
      stiffness_ = isStiff * joints_.stiffness();
      if (isStiff) joints_.setStep(rosenbrockPart * h, 1);
      mapper_.emplace(IntegratorContext{context_.mechanism,
                                        isStiff ? joints_.tree() : context_.tree, context_.work,
                                        context_.contact, context_.tally, context_.drives});
      step_ = h;
    }
    mapper_->find(
        start, end, forces,
        [&](const auto& tree, const auto& motion, auto& stages, Jets& q, Jets& v) {
          stepRosenbrock(tree, h, damping_, stiffness_, motion, stages, q, v);
        },
        map);
  }

 private:
  const IntegratorContext context_;
  ImplicitJoints joints_;
  Eigen::VectorXd damping_, stiffness_;  ///< implicit ones
  double step_ = 0;
  std::optional<StageMapper> mapper_;
};

}  // namespace

std::unique_ptr<StepMapper> mapRungeKutta4(const IntegratorContext& context,
                                           const VariationalOptions&) {
  return std::make_unique<RungeKutta4Mapper>(context);
}

std::unique_ptr<StepMapper> mapSemiImplicitEuler(const IntegratorContext& context,
                                                 const VariationalOptions&) {
  return std::make_unique<SemiImplicitEulerMapper>(context);
}

std::unique_ptr<StepMapper> mapRosenbrock(const IntegratorContext& context,
                                          const VariationalOptions&) {
  return std::make_unique<RosenbrockMapper>(context);
}

}  // namespace linkwork

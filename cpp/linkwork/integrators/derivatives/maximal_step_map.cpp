#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/integrators/derivatives/step_tangents.hpp"
#include "linkwork/integrators/part_runge_kutta.hpp"
#include "linkwork/integrators/step_map.hpp"
#include "linkwork/maximal/derivatives/multiplier_slopes.hpp"

namespace linkwork {
namespace {

/// MultiplierMotion on jets.
class MultiplierJets {
 public:
  using Scalar = DerivativeJet;

  explicit MultiplierJets(const ClusterTree<double>& tree)
      : dynamics(tree),
        forces(dynamics.graph().rigid.parts.size(), Vector6<Scalar>::Zero()),
        jointBias(dynamics.graph().joints.size(), Vector6<Scalar>::Zero()),
        auxiliary(VectorX<Scalar>::Zero(dynamics.auxiliaryRows())),
        work(tree),
        slopes_(dynamics) {}

  /// Computes poses and velocities of parts from those of the joints in `work.jets`.
  void place(maximal::PartConfigurationOf<Scalar>& at, maximal::PartVectorOf<Scalar>& velocities) {
    JetWorkspace& jets = work.jets;
    findMotion(jets.q, jets.v);
    const RigidParts& rigid = dynamics.graph().rigid;
    at.parts.resize(rigid.parts.size());
    for (std::size_t p = 1; p < rigid.parts.size(); ++p) {
      const int body = rigid.parts[p].body;
      const BodyWorkspace<Scalar>& here = jets.work.of(body);
      const Vector3<Scalar> center = -rigid.frame(body).translation.cast<Scalar>();
      const Vector3<Scalar> spin = here.velocity.head<3>();
      at.parts[p] = maximal::partPose(
          Transform<Scalar>{here.pose.rotation, Vector3<Scalar>(here.pose * center)});
      velocities[p] << here.pose.rotation * spin,
          here.pose.rotation * Vector3<Scalar>(here.velocity.tail<3>() + spin.cross(center));
    }
    dynamics.placeJoints(jets.q, at);
  }

  void gather(double, const maximal::PartConfigurationOf<Scalar>& at, const VectorX<Scalar>& q,
              const VectorX<Scalar>& v) {
    JetWorkspace& jets = work.jets;
    work.forces.hasWrenches = static_cast<bool>(*law);
    if (work.forces.hasWrenches) {
      findMotion(q, v);
      (*law)(jets.tree, jets.work, work.forces);
    }
    applyJointForces<Scalar>(jets.tree, q, v, work.forces, jets.work);
    dynamics.spreadForces(at, jets.work.jointForces, work.forces, forces);
  }

  void factor(const maximal::PartConfigurationOf<Scalar>& at) { slopes_.factor(at); }
  void solve(maximal::PartVectorOf<Scalar>& y) { slopes_.solve(forces, jointBias, auxiliary, y); }

  maximal::MultiplierDynamics dynamics;
  maximal::PartVectorOf<Scalar> forces, jointBias;
  VectorX<Scalar> auxiliary;
  DerivativesWorkspace work;
  const ForceLaw* law = nullptr;

 private:
  /// Computes the motion of bodies from the tree joints. Loops may be open.
  void findMotion(const VectorX<Scalar>& q, const VectorX<Scalar>& v) {
    JetWorkspace& jets = work.jets;
    for (const Cluster<Scalar>& cluster : jets.tree.clusters())
      updateJoints<Scalar>(jets.tree, cluster, q, v, jets.work);
    updatePoses(jets.tree, jets.work);
  }

  maximal::MultiplierSlopes slopes_;
};

/// Steps of MaximalRungeKutta, on jets along all directions.
template <DriftControl control>
class MaximalRungeKuttaMapper final : public StepMapper {
 public:
  explicit MaximalRungeKuttaMapper(const IntegratorContext& context)
      : tree_(context.tree),
        motion_(tree_),
        stages_(motion_, control),
        tangents_(tree_, context.work) {}

  void find(double h, const MotionState& start, const MotionState& end, const HeldForces& forces,
            StepMap& map) override {
    DerivativesWorkspace& work = motion_.work;
    motion_.law = &forces.law;
    chooseCoordinates(tree_, start.q, start.v, work, map.coordinates);
    tangents_.chooseAt(end, map.endCoordinates);
    forEachPass(tree_, [&](int first) {
      JetWorkspace& jets = work.jets;
      keepCoordinates(tree_, work.base, jets.tree, jets.work);
      moveState(tree_, start.q, start.v, first, work);
      work.forces.torque = forces.torque.cast<DerivativeJet>();
      moveTorque(tree_, first, work.forces.torque);
      motion_.place(stages_.start, stages_.startVelocities);
      stages_.q = jets.q;
      stages_.step(h, [](double) {});
      jets.q = stages_.q;
      jets.v = stages_.v;
      if (control == DriftControl::projection) tangents_.close(jets);
      tangents_.read(jets, first, map);
    });
  }

 private:
  const ClusterTree<double>& tree_;
  MultiplierJets motion_;
  PartRungeKutta<MultiplierJets> stages_;
  EndTangents tangents_;
};

}  // namespace

std::unique_ptr<StepMapper> mapMaximalRungeKutta4(const IntegratorContext& context,
                                                  const VariationalOptions&) {
  return std::make_unique<MaximalRungeKuttaMapper<DriftControl::projection>>(context);
}

std::unique_ptr<StepMapper> mapBaumgarte(const IntegratorContext& context,
                                         const VariationalOptions&) {
  return std::make_unique<MaximalRungeKuttaMapper<DriftControl::baumgarte>>(context);
}

}  // namespace linkwork

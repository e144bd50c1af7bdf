#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/integrators/derivatives/step_tangents.hpp"
#include "linkwork/integrators/first_order_steps.hpp"
#include "linkwork/integrators/step_map.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {
namespace {

using Jet = DerivativeJet;
using Jets = VectorX<Jet>;

/// Steps of FirstOrderSteps on jets, along all directions. v at the start has no effect: columns of
/// ẏ are zero.
class FirstOrderMapper final : public StepMapper {
 public:
  explicit FirstOrderMapper(const IntegratorContext& context)
      : tree_(context.tree),
        rigid_(tree_),
        here_(tree_),
        ahead_(tree_),
        tangents_(tree_, context.work),
        coordinates_(at(tree_.degreesOfFreedom())),
        atRest_(Eigen::VectorXd::Zero(tree_.velocitySize())),
        q_(tree_.positionSize()),
        step_(tree_.velocitySize()) {}

  void find(double h, const MotionState& start, const MotionState& end, const HeldForces& forces,
            StepMap& map) override {
    here_.begin(start.q, atRest_, map.coordinates);
    tangents_.chooseAt(end, map.endCoordinates);
    forEachPass(tree_, [&](int first) {
      JetWorkspace& jets = here_.jets();
      keepCoordinates(tree_, here_.work.base, jets.tree, jets.work);
      moveState(tree_, start.q, atRest_, first, here_.work);
      findVelocities(here_, forces, first);
      goAhead(h, first);
      findVelocities(ahead_, forces, first);
      jets.v /= Jet(1) + relaxation();
      step_ = Jet(h) * jets.v;
      retract<Jet>(jets.tree, jets.q, step_, jets.q);
      tangents_.close(jets);
      tangents_.read(jets, first, map);
    });
  }

 private:
  /// Solves M v = T F, first for the values, then for the slopes.
  void findVelocities(StepKnot& knot, const HeldForces& forces, int first) {
    JetWorkspace& jets = knot.jets();
    jets.v.setZero();
    knot.work.forces.torque = forces.torque.cast<Jet>();
    moveTorque(tree_, first, knot.work.forces.torque);
    knot.updateKinematics();
    knot.applyLaw(forces.law);
    applyForces<Jet>(jets.tree, jets.q, jets.v, knot.work.forces, jets.work);
    for (std::size_t i = 0; i < knot.momenta.bodies.size(); ++i)
      knot.momenta.bodies[i] = -jets.work.bodies[i].force;
    knot.momenta.joints = knot.work.forces.torque;
    for (int correction = 0; correction < 2; ++correction) {
      knot.correctVelocity();
      knot.updateKinematics();
    }
  }

  /// Moves to the position for the relaxation.
  void goAhead(double h, int first) {
    JetWorkspace &from = here_.jets(), &to = ahead_.jets();
    step_ = Jet(FirstOrderSteps::little * h) * from.v;
    retract<Jet>(from.tree, from.q, step_, to.q);
    if (first == 0) {
      for (Eigen::Index i = 0; i < q_.size(); ++i) q_[i] = to.q[i].value;
      ahead_.begin(q_, atRest_, coordinates_);
    }
  }

  /// Computes h ρ = −V · M (V' − V) / (little V · M V), with M of V'.
  Jet relaxation() {
    Jet speed(0), change(0);
    for (std::size_t p = 1; p < rigid_.parts.size(); ++p) {
      const RigidPart& part = rigid_.parts[p];
      const Motion before = motionOf(here_, part), after = motionOf(ahead_, part);
      const Matrix3<Jet>& rotation = ahead_.jets().work.of(part.body).pose.rotation;
      const Vector3<Jet> turning = rotation.transpose() * before.spin;
      const Vector3<Jet> spin =
          rotation * Vector3<Jet>(part.inertia.cast<Jet>().lazyProduct(turning));
      const Vector3<Jet> linear = Jet(part.mass) * before.velocity;
      speed += spin.dot(before.spin) + linear.dot(before.velocity);
      change += spin.dot(Vector3<Jet>(before.spin - after.spin)) +
                linear.dot(Vector3<Jet>(before.velocity - after.velocity));
    }
    if (!(speed.value > 0))
      throw SimulationError(
          "no force acts in it: its response to forces depends on their direction");
    return change.value > 0 ? change / (Jet(FirstOrderSteps::little) * speed) : Jet(0);
  }

  /// V of a part, in world axes.
  struct Motion {
    Vector3<Jet> spin, velocity;
  };
  Motion motionOf(StepKnot& knot, const RigidPart& part) const {
    const BodyWorkspace<Jet>& here = knot.jets().work.of(part.body);
    const Vector3<Jet> center = -rigid_.frame(part.body).translation.cast<Jet>();
    const Vector3<Jet> spin = here.velocity.head<3>();
    return {here.pose.rotation * spin,
            here.pose.rotation * Vector3<Jet>(here.velocity.tail<3>() + spin.cross(center))};
  }

  const ClusterTree<double>& tree_;
  RigidParts rigid_;
  StepKnot here_, ahead_;
  EndTangents tangents_;
  std::vector<int> coordinates_;  ///< ahead
  Eigen::VectorXd atRest_, q_;
  Jets step_;
};

}  // namespace

std::unique_ptr<StepMapper> mapFirstOrder(const IntegratorContext& context,
                                          const VariationalOptions&) {
  return std::make_unique<FirstOrderMapper>(context);
}

}  // namespace linkwork

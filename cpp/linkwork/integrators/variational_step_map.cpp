#include <Eigen/LU>

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"
#include "linkwork/integrators/composition.hpp"
#include "linkwork/integrators/discrete_recursion.hpp"
#include "linkwork/integrators/maximal_variational_integrator.hpp"
#include "linkwork/integrators/minimal_variational_integrator.hpp"
#include "linkwork/integrators/step_map.hpp"
#include "linkwork/integrators/step_tangents.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {
namespace {

using Jet = DerivativeJet;
using Jets = VectorX<Jet>;

/// Momenta of bodies and joints, as DiscreteMomenta has them.
struct MomentumJets {
  explicit MomentumJets(const ClusterTree<double>& tree)
      : bodies(tree.bodies().size()), joints(tree.velocitySize()) {}

  std::vector<Vector6<Jet>> bodies;
  Jets joints;
};

/// A node of the step: where it is, how it may move, what acts there.
struct Node {
  explicit Node(const ClusterTree<double>& tree)
      : work(tree),
        momenta(tree),
        rest(Jets::Constant(tree.velocitySize(), Jet(0))),
        rates(tree.degreesOfFreedom()),
        change(tree.velocitySize()),
        missing(tree) {}

  JetRoom& jets() { return work.jets; }

  void updateKinematics() {
    linkwork::updateKinematics<Jet>(jets().tree, jets().q, jets().v, jets().work);
    updatePoses(jets().tree, jets().work);
  }

  /// Lets the forces on bodies follow the state.
  void applyLaw(const ForceLaw& law) {
    work.forces.hasWrenches = static_cast<bool>(law);
    if (law) law(jets().tree, jets().work, work.forces);
  }

  /// p = M v.
  void takeMomenta(MomentumJets& result) {
    for (int i = 0; i < static_cast<int>(result.bodies.size()); ++i) {
      const TreeBody<Jet>& body = jets().tree.body(i);
      result.bodies[at(i)] = body.inertia * jets().work.of(i).velocity;
      for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
        result.joints[k] = body.reflectedInertia * jets().v[k];
    }
  }

  /// p += impulse · (gravity, springs and the forces given).
  void addForces(double impulse) {
    JetRoom& room = jets();
    applyForces<Jet>(room.tree, room.q, rest, work.forces, room.work);
    for (int i = 0; i < static_cast<int>(momenta.bodies.size()); ++i) {
      const RigidBodyInertia<Jet>& inertia = room.tree.body(i).inertia;
      const BodyScratch<Jet>& here = room.work.of(i);
      const Vector3<Jet> gravity = here.pose.rotation.transpose() * room.tree.gravity();
      Vector6<Jet> force = -here.force;
      force.head<3>() += inertia.moment.cross(gravity);
      force.tail<3>() += inertia.mass * gravity;
      momenta.bodies[at(i)] += Jet(impulse) * force;
    }
    momenta.joints += Jet(impulse) * room.work.jointForces;
  }

  /// v ← v + G M⁻¹ (p − M v), v being G ẏ: with M⁻¹ that of the values alone, slopes are those of
  /// M(q)⁻¹ p where values are.
  void correctVelocity() {
    JetRoom& room = jets();
    takeMomenta(missing);
    for (std::size_t i = 0; i < missing.bodies.size(); ++i)
      room.work.bodies[i].force = momenta.bodies[i] - missing.bodies[i];
    room.work.jointForces = momenta.joints - missing.joints;
    for (int i = static_cast<int>(missing.bodies.size()) - 1; i >= 0; --i) {
      const TreeBody<Jet>& body = room.tree.body(i);
      const BodyScratch<Jet>& here = room.work.of(i);
      for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
        room.work.jointForces[k] += room.work.jointSubspaces.col(k).dot(here.force);
      if (body.parent != ground)
        room.work.of(body.parent).force += here.toParent.wrenchToParent(here.force);
    }
    projectForces<Jet>(room.tree, room.work.jointForces, room.work, rates);
    for (Eigen::Index i = 0; i < rates.size(); ++i) {
      Jet& sum = room.work.accelerations[i] = Jet(0);
      for (Eigen::Index j = 0; j < rates.size(); ++j) sum += Jet(work.inverseMass(i, j)) * rates[j];
    }
    spanFromIndependent<Jet>(room.tree, room.work.accelerations.head(rates.size()), room.work,
                             change);
    room.v += change;
  }

  DerivativesWorkspace work;
  MomentumJets momenta;
  Jets rest, rates, change;
  MomentumJets missing;
};

/// Steps that solve the discrete Euler–Lagrange equations r(x, τ, y') = 0, Nᵀ f of
/// discrete_recursion.hpp, and then ẏ' = M⁻¹ p'(x, τ, y'):
///
///   δy' = −(∂r/∂y')⁻¹ (∂r/∂x δx + ∂r/∂τ δτ)        by implicit differentiation, m × m
///
/// with all slopes by the equations on jets, along y, ẏ, τ and y'. In maximal coordinates they are
/// the same, with other momenta: impulses of joints have no part along N. Of the steps in a
/// composition, and of halves of a step, maps multiply.
template <typename Momentum>
class DiscreteStepMapper : public StepMapper {
 public:
  explicit DiscreteStepMapper(const IntegratorContext& context)
      : tree_(context.tree),
        forces_(context.forces),
        start_(tree_),
        end_(tree_),
        recursion_(start_.jets().tree),
        moved_(tree_.velocitySize()),
        average_(moved_),
        arrived_(moved_),
        residual_(tree_.degreesOfFreedom()),
        residuals_(tree_.degreesOfFreedom(), directions()),
        rates_(residuals_),
        mass_(tree_.degreesOfFreedom(), tree_.degreesOfFreedom()),
        tangent_(mass_),
        solved_(tree_.degreesOfFreedom(), directions() - tree_.degreesOfFreedom()),
        factor_(tree_.degreesOfFreedom()),
        part_(tree_),
        product_(part_),
        here_{tree_.initialPosition(), tree_.initialVelocity()} {}

  void find(double h, const MotionState& start, const MotionState&, const Eigen::VectorXd& torque,
            const ForceLaw& law, StepMap& map) override {
    map_ = &map;
    torque_ = &torque;
    law_ = &law;
    isFirst_ = true;
    here_ = start;
    follow(h, here_);
  }

 protected:
  /// Takes the step from a state, and tells `append` of every solution on the way.
  virtual void follow(double h, MotionState& state) = 0;

  /// The map of another part after those before; `u` as its solver found it.
  void append(double h, const MotionState& start, const Eigen::VectorXd& u,
              const MotionState& end) {
    differentiate(h, start, u, end);
    solve(part_);
    StepMap& map = *map_;
    map.endCoordinates = part_.endCoordinates;
    if (isFirst_) {
      map.coordinates = part_.coordinates;
      map.state = part_.state;
      map.torque = part_.torque;
    } else {
      product_.state = part_.state.lazyProduct(map.state);
      product_.torque = part_.state.lazyProduct(map.torque);
      map.state = product_.state;
      map.torque = product_.torque + part_.torque;
    }
    isFirst_ = false;
  }

  const ClusterTree<double>& tree_;
  const ForcesAtNode& forces_;

 private:
  /// Of y, ẏ, τ and y'.
  int directions() const { return directionsOf(tree_) + tree_.degreesOfFreedom(); }

  /// Slopes of r and of ẏ' along all directions.
  void differentiate(double h, const MotionState& start, const Eigen::VectorXd& u,
                     const MotionState& end) {
    chooseCoordinates(tree_, start.q, start.v, start_.work, part_.coordinates);
    chooseCoordinates(tree_, end.q, end.v, end_.work, part_.endCoordinates);
    massMatrix(tree_, end.q, end_.work.base, mass_);
    if (!end_.work.branches.factor(mass_))
      throw SimulationError("the mass matrix is not positive definite at its end");
    end_.work.branches.invert(end_.work.inverseMass);
    for (int first = 0; first < directions(); first += Jet::directions) {
      moveState(tree_, start.q, start.v, first, start_.work);
      moveState(tree_, end.q, end.v, first - directionsOf(tree_), end_.work);
      evaluate(h, u, first);
      for (int k = 0; k < Jet::directions && first + k < directions(); ++k)
        for (int j = 0; j < tree_.degreesOfFreedom(); ++j) {
          residuals_(j, first + k) = residual_[j].partials[at(k)];
          rates_(j, first + k) = end_.jets().v[part_.endCoordinates[at(j)]].partials[at(k)];
        }
    }
  }

  /// r, and v' from the momenta that the step leaves.
  void evaluate(double h, const Eigen::VectorXd& u, int first) {
    for (Node* node : {&start_, &end_}) {
      node->work.forces.torque = torque_->cast<Jet>();
      moveTorque(tree_, first, node->work.forces.torque);
      node->updateKinematics();
    }
    start_.takeMomenta(start_.momenta);
    start_.applyLaw(*law_);
    start_.addForces(0.5 * h);

    difference<Jet>(start_.jets().tree, start_.jets().q, end_.jets().q, moved_);
    requireSameTurn(h, u);
    average_ = moved_ / Jet(h);
    recursion_.begin(h, start_.jets().q, start_.jets().work);
    recursion_.evaluate(average_, start_.momenta.bodies, start_.momenta.joints);
    projectForces<Jet>(start_.jets().tree, recursion_.residual(), start_.jets().work, residual_);

    recursion_.momentaAtEnd(end_.momenta.bodies, end_.momenta.joints);
    if (*law_) findForcesAtEnd(h);
    end_.addForces(0.5 * h);
    end_.correctVelocity();
  }

  /// What acts on bodies at the end; momenta are those that the step itself leaves.
  void findForcesAtEnd(double h) {
    arrived_ = end_.jets().v;
    if constexpr (std::is_same_v<Momentum, TwistMomentum>)
      askAtPushed(h);
    else
      requireHeld();
    end_.jets().v = arrived_;
    end_.updateKinematics();
    recursion_.momentaAtEnd(end_.momenta.bodies, end_.momenta.joints);
  }

  /// Forces are asked for at the velocity that those at the start would have left.
  void askAtPushed(double h) {
    end_.work.forces.wrenches = start_.work.forces.wrenches;
    end_.work.forces.hasWrenches = true;
    end_.addForces(0.5 * h);
    for (int correction = 0; correction < 2; ++correction) {  // values, then slopes
      end_.correctVelocity();
      end_.updateKinematics();
    }
    end_.applyLaw(*law_);
  }

  /// They are asked for at velocities of parts by themselves, which these equations do not know.
  void requireHeld() {
    end_.jets().v.setZero();
    end_.updateKinematics();
    end_.applyLaw(*law_);
    atRest_ = end_.work.forces.wrenches;
    end_.jets().v = arrived_;
    end_.updateKinematics();
    end_.applyLaw(*law_);
    if (atRest_ != end_.work.forces.wrenches)
      throw SimulationError("the pull is damped, which is not differentiated in this method");
  }

  /// Of the turns that lead from one node to the next, positions tell only the shortest.
  void requireSameTurn(double h, const Eigen::VectorXd& u) const {
    constexpr double rounding = 1e-6;
    for (Eigen::Index k = 0; k < u.size(); ++k)
      if (!(std::abs(moved_[k].value - h * u[k]) <= rounding * std::max(1.0, std::abs(h * u[k]))))
        throw SimulationError("a ball or a free body turns by more than half a turn in it");
  }

  void solve(StepMap& map) {
    const Eigen::Index m = tree_.degreesOfFreedom(), inputs = directionsOf(tree_);
    tangent_ = residuals_.rightCols(m);
    factor_.compute(tangent_);
    solved_ = factor_.solve(residuals_.leftCols(inputs));
    solved_ *= -1;
    map.state.topRows(m) = solved_.leftCols(2 * m);
    map.torque.topRows(m) = solved_.rightCols(inputs - 2 * m);
    map.state.bottomRows(m) = rates_.leftCols(2 * m);
    map.state.bottomRows(m) += rates_.rightCols(m).lazyProduct(solved_.leftCols(2 * m));
    map.torque.bottomRows(m) = rates_.middleCols(2 * m, inputs - 2 * m);
    map.torque.bottomRows(m) += rates_.rightCols(m).lazyProduct(solved_.rightCols(inputs - 2 * m));
  }

  Node start_, end_;
  DiscreteRecursion<Jet, Momentum> recursion_;
  Jets moved_, average_, arrived_, residual_;
  std::vector<Vector6<Jet>> atRest_;
  Eigen::MatrixXd residuals_, rates_;  ///< slopes of r and ẏ', m × directions
  Eigen::MatrixXd mass_, tangent_, solved_;
  Eigen::PartialPivLU<Eigen::MatrixXd> factor_;
  StepMap part_, product_;
  MotionState here_;
  StepMap* map_ = nullptr;
  const Eigen::VectorXd* torque_ = nullptr;
  const ForceLaw* law_ = nullptr;
  bool isFirst_ = true;
};

template <const auto& parts>
class MinimalVariationalMapper final : public DiscreteStepMapper<TwistMomentum> {
 public:
  MinimalVariationalMapper(const IntegratorContext& context,
                           const MinimalVariationalOptions& options)
      : DiscreteStepMapper(context), integrator_(context.tree, options) {
    integrator_.observe([this](double h, const MotionState& start, const Eigen::VectorXd& u,
                               const MotionState& end) { append(h, start, u, end); });
  }

 private:
  void follow(double h, MotionState& state) override {
    integrator_.start(state);
    for (const double part : parts) integrator_.step(part * h, forces_, state);
  }

  MinimalVariationalIntegrator integrator_;
};

template <const auto& parts>
class MaximalVariationalMapper final : public DiscreteStepMapper<ChordMomentum> {
 public:
  MaximalVariationalMapper(const IntegratorContext& context,
                           const MaximalVariationalOptions& options)
      : DiscreteStepMapper(context),
        integrator_(context.tree, options),
        before_{context.tree.initialPosition(), context.tree.initialVelocity()},
        average_(context.tree.velocitySize()) {}

 private:
  void follow(double h, MotionState& state) override {
    integrator_.start(state);
    for (const double part : parts) {
      before_ = state;
      integrator_.step(part * h, forces_, state);
      difference<double>(tree_, before_.q, state.q, average_);
      average_ /= part * h;
      append(part * h, before_, average_, state);
    }
  }

  MaximalVariationalIntegrator integrator_;
  MotionState before_;
  Eigen::VectorXd average_;
};

/// The published start is another step than all that follow.
void requireConsistent(const VariationalOptions& options) {
  if (options.maximal.start != VariationalStart::consistent)
    throw MechanismError("variational.start",
                         "steps have derivatives with a \"consistent\" start alone");
}

constexpr std::array one{1.0};

}  // namespace

std::unique_ptr<StepMapper> mapMinimalVariational(const IntegratorContext& context,
                                                  const VariationalOptions& options) {
  return std::make_unique<MinimalVariationalMapper<one>>(context, options.minimal);
}

std::unique_ptr<StepMapper> mapMinimalFourthOrder(const IntegratorContext& context,
                                                  const VariationalOptions& options) {
  return std::make_unique<MinimalVariationalMapper<FourthOrderComposition::parts>>(context,
                                                                                   options.minimal);
}

std::unique_ptr<StepMapper> mapMaximalVariational(const IntegratorContext& context,
                                                  const VariationalOptions& options) {
  requireConsistent(options);
  return std::make_unique<MaximalVariationalMapper<one>>(context, options.maximal);
}

std::unique_ptr<StepMapper> mapMaximalFourthOrder(const IntegratorContext& context,
                                                  const VariationalOptions& options) {
  requireConsistent(options);
  return std::make_unique<MaximalVariationalMapper<FourthOrderComposition::parts>>(context,
                                                                                   options.maximal);
}

}  // namespace linkwork

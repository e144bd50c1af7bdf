#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/integrators/derivatives/discrete_step_map.hpp"
#include "linkwork/integrators/discrete_recursion.hpp"
#include "linkwork/integrators/implicit_joints.hpp"
#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/maximal/part_motion.hpp"
#include "linkwork/spatial/so3.hpp"

namespace linkwork {
namespace {

using Jet = DerivativeJet;
using Jet3 = Vector3<Jet>;

/// A rigid part in the drift of RattleSteps, in the axes of its first body, about its center of
/// mass c. Between the ends of the drift it turns by h ω, which is the same in the axes of both:
///
///   J ω = Π Jr(h ω) L,   L = Π L      L⁺ = Π exp(−h ω) L       Π = J J⁺
///
/// Π is 1 unless the part has no inertia about some axis.
struct PartInertia {
  int body;
  Jet mass;
  Jet3 center;
  Matrix3<Jet> inertia, inverse, range, rest;  ///< J, J⁺, Π and 1 − Π

  Jet3 momentumOf(const Jet3& turn, double h) const {
    const Matrix3<Jet> seen = range * Matrix3<Jet>(so3::rightTangent(turn) * range) + rest;
    return seen.inverse() * Jet3(inertia * turn) / Jet(h);
  }
  Jet3 momentumAtEnd(const Jet3& turn, const Jet3& momentum) const {
    return range * Jet3(so3::exp(Jet3(-turn)) * momentum);
  }
};

/// Steps of RattleSteps with explicit forces. Gᵀ removes all impulses of joints and loops:
///
///   r    Gᵀ (M V + (h/2) F − P(q, q'))       P, P': momenta of the drift at its ends
///   v'   M v' = Gᵀ (P' + (h/2) F')           F' at the velocities that it produces itself from P'
class RattleMapper final : public DiscreteStepMapper {
 public:
  explicit RattleMapper(const IntegratorContext& context)
      : DiscreteStepMapper(context),
        joints_(context.tree, context.work),
        recursion_(start_.jets().tree),
        drift_(tree_),
        moved_(tree_.velocitySize()),
        arrived_(moved_.cast<Jet>()),
        late_(tree_.bodies().size(), Vector6<Jet>::Zero()) {
    const RigidParts rigid(tree_);
    for (std::size_t p = 1; p < rigid.parts.size(); ++p) {
      const RigidPart& part = rigid.parts[p];
      const Eigen::Matrix3d inverse = maximal::inverseInertia(part), range = part.inertia * inverse;
      parts_.push_back({part.body, Jet(part.mass), -rigid.frame(part.body).translation.cast<Jet>(),
                        part.inertia.cast<Jet>(), inverse.cast<Jet>(), range.cast<Jet>(),
                        (Eigen::Matrix3d::Identity() - range).cast<Jet>()});
    }
  }

 private:
  void follow(double h, const MotionState& start, const MotionState& end) override {
    joints_.requireNotStiff(h);
    difference<double>(tree_, start.q, end.q, moved_);
    moved_ /= h;
    append(h, start, moved_, end);
  }

  void evaluate(double h, const ForceLaw& law) override {
    start_.takeMomenta(start_.momenta);
    start_.applyLaw(law);
    start_.addForces(0.5 * h, start_.jets().v);
    moveParts(h);
    start_.projectDifference(drift_);
    residual_ = start_.rates;
    requireRoot(h);

    arrived_ = end_.jets().v;
    readVelocity();
    actAtEnd(h, law);
    for (int correction = 0; correction < 2; ++correction) {  // values, then slopes
      end_.correctVelocity();
      end_.updateKinematics();
    }
    actAtEnd(h, law);
    end_.correctVelocity();
  }

  /// Computes momenta of the drift, P in `drift_` and P' in `late_`, and the twists at its end.
  void moveParts(double h) {
    recursion_.begin(h, start_.jets().q, start_.jets().work);
    if (!recursion_.evaluate(average_, start_.momenta.bodies, start_.momenta.joints))
      throw SimulationError("a body turns too far in it");
    writeArmatureMomenta(drift_.joints);
    for (const PartInertia& part : parts_) {
      const BodyStep<Jet>& step = recursion_.bodies()[at(part.body)];
      const Jet3 turn = step.twist.head<3>();
      const Jet3 velocity = (step.moved.p + step.moved.turn(part.center)) / Jet(h);
      const Jet3 velocityAtEnd = so3::exp(Jet3(-turn)) * velocity;
      const Jet3 spin = part.momentumOf(turn, h), spinAtEnd = part.momentumAtEnd(turn, spin);
      const Jet3 linear = part.mass * velocity, linearAtEnd = part.mass * velocityAtEnd;
      drift_.bodies[at(part.body)] << spin + part.center.cross(linear), linear;
      late_[at(part.body)] << spinAtEnd + part.center.cross(linearAtEnd), linearAtEnd;

      Vector6<Jet>& twist = end_.jets().work.of(part.body).velocity;
      const Jet3 omega = part.inverse * spinAtEnd + Jet3(part.rest * turn) / Jet(h);
      twist << omega, velocityAtEnd - omega.cross(part.center);
    }
  }

  /// Writes a Δq/h by joint.
  void writeArmatureMomenta(Jets& momenta) const {
    momenta = average_;
    for (const TreeBody<double>& body : tree_.bodies())
      for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
        momenta[k] *= Jet(body.armature);
  }

  /// Throws unless r is 0 for the shortest turns. Positions do not determine others.
  void requireRoot(double h) const {
    constexpr double most = 1e-3;  // [rad, m]
    for (Eigen::Index i = 0; i < residual_.size(); ++i) {
      double missed = 0;
      for (Eigen::Index j = 0; j < residual_.size(); ++j)
        missed += end_.work.inverseMass(i, j) * residual_[j].value;
      if (!(h * std::abs(missed) <= most))
        throw SimulationError("a ball or a free body turns by more than half a turn in it");
    }
  }

  /// Computes v of the joints from their parts at the end of the drift: v = (SᵀS)⁻¹Sᵀ (relative
  /// twist).
  void readVelocity() {
    JetWorkspace& room = end_.jets();
    for (int i = 0; i < static_cast<int>(tree_.bodies().size()); ++i) {
      const TreeBody<Jet>& body = room.tree.body(i);
      BodyWorkspace<Jet>& here = room.work.of(i);
      Vector6<Jet> carried = Vector6<Jet>::Zero();
      if (body.parent != ground)
        carried = here.toParent.twistToChild(room.work.of(body.parent).velocity);
      if (body.velocities == 0) {
        here.velocity = carried;
        continue;
      }
      const Columns subspace = room.work.jointSubspaces.middleCols(body.velocity, body.velocities);
      auto rates = room.v.segment(body.velocity, body.velocities);
      rates = subspace.transpose().lazyProduct(Vector6<Jet>(here.velocity - carried));
      Square gram = subspace.transpose().lazyProduct(subspace);
      choleskyInPlace(gram);
      solveLower(gram, rates);
      solveLowerTransposed(gram, rates);
    }
    end_.updateKinematics();
  }

  /// Computes P' + (h/2) F' at v of the end, which is v' again afterwards.
  void actAtEnd(double h, const ForceLaw& law) {
    end_.momenta.bodies = late_;
    writeArmatureMomenta(end_.momenta.joints);
    end_.applyLaw(law);
    end_.addForces(0.5 * h, end_.jets().v);
    end_.jets().v = arrived_;
    end_.updateKinematics();
  }

  using Square = Eigen::Matrix<Jet, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;
  using Columns = Eigen::Matrix<Jet, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;

  ImplicitJoints joints_;
  DiscreteRecursion<Jet, ChordMomentum> recursion_;  ///< for displacements alone
  std::vector<PartInertia> parts_;
  MomentumJets drift_;  ///< P
  Eigen::VectorXd moved_;
  Jets arrived_;                    ///< v'
  std::vector<Vector6<Jet>> late_;  ///< P'
};

}  // namespace

std::unique_ptr<StepMapper> mapRattle(const IntegratorContext& context, const VariationalOptions&) {
  return std::make_unique<RattleMapper>(context);
}

}  // namespace linkwork

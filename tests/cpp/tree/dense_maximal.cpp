#include "tree/dense_maximal.hpp"

#include <Eigen/Dense>

#include "linkwork/joints/any_joint.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork::test {
namespace {

Transform<double> transformOf(const Frame& frame) {
  return {frame.rotation.toRotationMatrix(), frame.position};
}

/// A joint or loop of the mechanism seen from the world.
struct WorldJoint {
  int parent, child;           ///< in Mechanism::bodies
  Eigen::MatrixXd subspace;    ///< S, 6 × nv, world
  Eigen::MatrixXd constraint;  ///< T, 6 × (6 − nv), world wrenches
  Vector6<double> drift;       ///< Ṡ q̇ + v_child × (v_child − v_parent), world
};

class MaximalCoordinates {
 public:
  explicit MaximalCoordinates(const Fixture& on) : on_(on), count_(on.mechanism.bodies.size()) {
    on.update();
    for (std::size_t b = 0; b < count_; ++b) {
      const int index = on.tree.treeBody(static_cast<int>(b));
      poses_.push_back(bodyPose(on.tree, index, on.work));
      twists_.push_back(poses_.back().twistToParent(bodyTwist(on.tree, index, on.work)));
    }
    for (const Joint& joint : on.mechanism.joints)
      joints_.push_back(worldJoint(joint, joint.pitch));
    for (const Loop& loop : on.mechanism.loops) loops_.push_back(worldJoint(loop, loop.measure()));
  }

  Eigen::VectorXd accelerations() const {
    const auto size = static_cast<Eigen::Index>(6 * count_);
    Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(size, size);
    Eigen::VectorXd force = Eigen::VectorXd::Zero(size);
    addBodies(mass, force);
    addJointForces(force);
    const auto [rows, right] = constraints();

    // Jᵀ P = Q R splits accelerations into those that J sees and those that are free, a = Q₁ w + N
    // z: R₁₁ᵀ w = (Pᵀ γ)₁ and Nᵀ M (Q₁ w + N z) = Nᵀ f, whatever the rank, and with massless bodies
    // too.
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition;
    decomposition.setThreshold(1e-9);
    decomposition.compute(rows.transpose());
    const Eigen::Index rank = decomposition.rank();
    const Eigen::MatrixXd q = decomposition.householderQ();
    const Eigen::VectorXd permuted = decomposition.colsPermutation().transpose() * right;
    const Eigen::MatrixXd r = decomposition.matrixR().topLeftCorner(rank, rank);
    const Eigen::VectorXd seen =
        q.leftCols(rank) * r.triangularView<Eigen::Upper>().transpose().solve(permuted.head(rank));
    const Eigen::MatrixXd free = q.rightCols(size - rank);
    const Eigen::VectorXd a =
        seen +
        free *
            (free.transpose() * mass * free).ldlt().solve(free.transpose() * (force - mass * seen));
    return jointAccelerations(a);
  }

 private:
  template <typename Vectors>
  static auto at(const Vectors& vectors, int body) {
    return body == ground ? typename Vectors::value_type(Vectors::value_type::Zero())
                          : vectors[static_cast<std::size_t>(body)];
  }

  WorldJoint worldJoint(const JointGeometry& joint, double measure) const {
    WorldJoint result{
        bodyNamed(on_.mechanism, joint.parent), bodyNamed(on_.mechanism, joint.child), {}, {}, {}};
    const auto poseOf = [&](int body) {
      return body == ground ? Transform<double>::Identity()
                            : poses_[static_cast<std::size_t>(body)];
    };
    const Transform<double> turn{canonicalFrame(joint.type, joint.axis, joint.axis2),
                                 Eigen::Vector3d::Zero()};
    const Transform<double> frame = poseOf(result.child) * transformOf(joint.childFrame) * turn;
    const Transform<double> outer = poseOf(result.parent) * transformOf(joint.parentFrame) * turn;
    const Vector6<double> relative = at(twists_, result.child) - at(twists_, result.parent);
    withLoopJoint(joint.type, measure, [&]<typename Kind>(const Kind& kind) {
      const typename Kind::Position q = kind.closest(outer.inverse() * frame);
      const Eigen::MatrixXd subspace = kind.motionSubspace(q);
      const Eigen::MatrixXd constraint = kind.constraintSubspace(q);
      const Eigen::VectorXd v = subspace.completeOrthogonalDecomposition().solve(
          Eigen::VectorXd(frame.twistToChild(relative)));
      const Matrix6<double> adjoint = frame.adjoint();
      result.subspace = adjoint * subspace;
      result.constraint = adjoint.inverse().transpose() * constraint;
      result.drift = adjoint * kind.bias(q, typename Kind::Velocity(v)) +
                     crossMotion(at(twists_, result.child), relative);
    });
    return result;
  }

  void addBodies(Eigen::MatrixXd& mass, Eigen::VectorXd& force) const {
    for (std::size_t b = 0; b < count_; ++b) {
      const Body& body = on_.mechanism.bodies[b];
      const auto inBody = RigidBodyInertia<double>::fromCenterOfMass(body.mass, body.centerOfMass,
                                                                     body.inertiaMatrix());
      const Matrix6<double> toBody = poses_[b].inverse().adjoint();
      const Matrix6<double> inertia = toBody.transpose() * inBody.matrix() * toBody;
      const auto first = static_cast<Eigen::Index>(6 * b);
      mass.block<6, 6>(first, first) = inertia;
      Vector6<double> gravity;
      gravity << Eigen::Vector3d::Zero(), on_.mechanism.gravity;
      const int index = on_.tree.treeBody(static_cast<int>(b));
      force.segment<6>(first) = inertia * gravity +
                                on_.forces.wrenches[static_cast<std::size_t>(index)] -
                                crossForce(twists_[b], inertia * twists_[b]);
    }
  }

  /// Applied, spring, damper and friction forces as wrenches between the bodies of each joint.
  void addJointForces(Eigen::VectorXd& force) const {
    applyForces<double>(on_.tree, on_.q, on_.v, on_.forces, on_.work);
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const WorldJoint& joint = joints_[j];
      const int first = layout_.velocity[j];
      const Eigen::VectorXd tau = on_.work.jointForces.segment(first, joint.subspace.cols());
      const Vector6<double> wrench =
          joint.subspace *
          (joint.subspace.transpose() * joint.subspace).ldlt().solve(tau);  // Sᵀ wrench = τ
      addWrench(force, joint.child, wrench);
      addWrench(force, joint.parent, -wrench);
    }
  }

  static void addWrench(Eigen::VectorXd& force, int body, const Vector6<double>& wrench) {
    if (body != ground) force.segment<6>(6 * body) += wrench;
  }

  static void addRows(const WorldJoint& joint, const Eigen::MatrixXd& wrenches, Eigen::Index row,
                      Eigen::MatrixXd& rows) {
    for (const auto& [body, sign] : {std::pair{joint.child, 1.0}, {joint.parent, -1.0}})
      if (body != ground)
        rows.block(row, 6 * body, wrenches.cols(), 6) += sign * wrenches.transpose();
  }

  std::pair<Eigen::MatrixXd, Eigen::VectorXd> constraints() const {
    std::vector<const WorldJoint*> all;
    for (const WorldJoint& joint : joints_) all.push_back(&joint);
    for (const WorldJoint& loop : loops_) all.push_back(&loop);
    Eigen::Index count = static_cast<Eigen::Index>(on_.mechanism.couplings.size());
    for (const WorldJoint* joint : all) count += joint->constraint.cols();

    Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(count, static_cast<Eigen::Index>(6 * count_));
    Eigen::VectorXd right = Eigen::VectorXd::Zero(count);
    Eigen::Index row = 0;
    for (const WorldJoint* joint : all) {  // Tᵀ (a_child − a_parent) = Tᵀ drift
      addRows(*joint, joint->constraint, row, rows);
      right.segment(row, joint->constraint.cols()) = joint->constraint.transpose() * joint->drift;
      row += joint->constraint.cols();
    }
    for (const Coupling& coupling : on_.mechanism.couplings) {  // Σ c q̈ = 0, q̈ = S⁺ (a − drift)
      for (const CouplingTerm& term : coupling.terms) {
        const auto j = std::find_if(on_.mechanism.joints.begin(), on_.mechanism.joints.end(),
                                    [&](const Joint& joint) { return joint.name == term.joint; }) -
                       on_.mechanism.joints.begin();
        const WorldJoint& joint = joints_[static_cast<std::size_t>(j)];
        const Eigen::MatrixXd pick =
            term.coefficient * joint.subspace / joint.subspace.squaredNorm();
        addRows(joint, pick, row, rows);
        right[row] += pick.col(0).dot(joint.drift);
      }
      ++row;
    }
    return {rows, right};
  }

  Eigen::VectorXd jointAccelerations(const Eigen::VectorXd& a) const {
    Eigen::VectorXd result(on_.tree.velocitySize());
    const auto of = [&](int body) -> Vector6<double> {
      return body == ground ? Vector6<double>(Vector6<double>::Zero())
                            : Vector6<double>(a.segment<6>(6 * body));
    };
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const WorldJoint& joint = joints_[j];
      const Vector6<double> relative = of(joint.child) - of(joint.parent) - joint.drift;
      result.segment(layout_.velocity[j], joint.subspace.cols()) =
          (joint.subspace.transpose() * joint.subspace)
              .ldlt()
              .solve(joint.subspace.transpose() * relative);
    }
    return result;
  }

  const Fixture& on_;
  std::size_t count_;
  StateLayout layout_{on_.mechanism};
  std::vector<Transform<double>> poses_;
  std::vector<Vector6<double>> twists_;
  std::vector<WorldJoint> joints_, loops_;
};

}  // namespace

Eigen::VectorXd denseForwardDynamics(const Fixture& on) {
  return MaximalCoordinates(on).accelerations();
}

}  // namespace linkwork::test

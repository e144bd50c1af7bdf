#include "dynamics/dense_maximal.hpp"

#include <Eigen/Dense>

#include "linkwork/joints/any_joint.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork::test {
namespace {

Transform<double> transformOf(const Frame& frame) {
  return {frame.rotation.toRotationMatrix(), frame.position};
}

/// Solves A x = b for a symmetric positive definite A.
Eigen::VectorXd solved(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) {
  return a.ldlt().solve(b);
}

/// Returns the shortest a with J a = γ and an orthonormal basis of the null space of J. Uses
/// Gram–Schmidt with row pivoting: the longest remaining row is the next direction.
std::pair<Eigen::VectorXd, Eigen::MatrixXd> split(Eigen::MatrixXd rows, Eigen::VectorXd right) {
  const Eigen::Index size = rows.cols();
  Eigen::MatrixXd left = Eigen::MatrixXd::Identity(size, size);
  Eigen::VectorXd seen = Eigen::VectorXd::Zero(size);
  const auto longest = [](const Eigen::MatrixXd& matrix, double& length) {
    Eigen::Index which = 0;
    length = 0;
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
      if (matrix.row(i).norm() > length) length = matrix.row(which = i).norm();
    return which;
  };
  double length = 0;
  for (Eigen::Index next = longest(rows, length); length > 1e-9; next = longest(rows, length)) {
    const Eigen::VectorXd direction = rows.row(next).transpose() / length;
    const double rate = right[next] / length;
    seen += rate * direction;
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const double part = rows.row(i).dot(direction);
      rows.row(i) -= part * direction.transpose();
      right[i] -= part * rate;
    }
    rows.row(next).setZero();
    for (int pass = 0; pass < 2; ++pass)  // the second pass removes what rounding left
      for (Eigen::Index i = 0; i < size; ++i)
        left.row(i) -= left.row(i).dot(direction) * direction.transpose();
  }
  std::vector<Eigen::VectorXd> basis;
  for (Eigen::Index next = longest(left, length); length > 1e-6; next = longest(left, length)) {
    basis.push_back(left.row(next).transpose() / length);
    for (int pass = 0; pass < 2; ++pass)
      for (Eigen::Index i = 0; i < size; ++i)
        left.row(i) -= left.row(i).dot(basis.back()) * basis.back().transpose();
  }
  Eigen::MatrixXd free(size, static_cast<Eigen::Index>(basis.size()));
  for (std::size_t i = 0; i < basis.size(); ++i) free.col(static_cast<Eigen::Index>(i)) = basis[i];
  return {seen, free};
}

/// A rod in motion, v = (ω, ḋ in two directions across the rod).
struct MovingRod : RodJoint<double> {
  using RodJoint::RodJoint;
  using Velocity = Vector<double, 5>;

  Eigen::Matrix<double, 6, 5> motionSubspace(const Position& q) const {
    Eigen::Matrix<double, 6, 5> subspace = Eigen::Matrix<double, 6, 5>::Zero();
    subspace.topLeftCorner<3, 3>().setIdentity();
    subspace.bottomRightCorner<3, 2>() = length * across(q);
    return subspace;
  }
  /// Both directions across the rod turn with it without spin about it. ḋ changes by −|ḋ|² d only,
  /// in the child's frame, which turns with ω.
  Vector6<double> bias(const Position& q, const Velocity& v) const {
    const Eigen::Vector3d swing = across(q) * v.tail<2>();
    Vector6<double> bias = Vector6<double>::Zero();
    bias.tail<3>() = -length * (swing.squaredNorm() * along(q) + v.head<3>().cross(swing));
    return bias;
  }

 private:
  /// Returns d in the child's frame. Two more unit vectors complete it to a right-handed triad.
  static Eigen::Vector3d along(const Position& q) { return q.rotation.transpose() * q.direction; }
  static Eigen::Matrix<double, 3, 2> across(const Position& q) {
    const Eigen::Vector3d axis = along(q), first = axis.unitOrthogonal();
    Eigen::Matrix<double, 3, 2> directions;
    directions << first, axis.cross(first);
    return directions;
  }
};

/// A joint or loop of the mechanism, in world coordinates.
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
    addArmatures(mass, force);
    addJointForces(force);
    auto [rows, right] = constraints();

    // Orthonormal rows span the row space of J for any rank, with massless bodies too. N spans the
    // null space: a = seen + N z and Nᵀ M (seen + N z) = Nᵀ f.
    const auto [seen, free] = split(std::move(rows), std::move(right));
    const Eigen::MatrixXd reached = mass * free;
    const Eigen::VectorXd missing = force - mass * seen;
    const Eigen::VectorXd a =
        seen + free * solved(free.transpose() * reached, free.transpose() * missing);
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
    const auto read = [&]<typename Kind>(const Kind& kind) {
      const typename Kind::Position q = kind.closest(outer.inverse() * frame);
      const Eigen::MatrixXd subspace = kind.motionSubspace(q);
      const Eigen::MatrixXd constraint =
          split(subspace.transpose(), Eigen::VectorXd::Zero(subspace.cols())).second;
      const Eigen::VectorXd v = solved(subspace.transpose() * subspace,
                                       subspace.transpose() * frame.twistToChild(relative));
      const Matrix6<double> adjoint = frame.adjoint();
      result.subspace = adjoint * subspace;
      result.constraint = adjoint.inverse().transpose() * constraint;
      result.drift = adjoint * kind.bias(q, typename Kind::Velocity(v)) +
                     crossMotion(at(twists_, result.child), relative);
    };
    if (joint.type == JointType::rod)
      read(MovingRod(measure));
    else
      withJoint(joint.type, measure, read);
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

  /// Adds a v̇ along each joint with armature a, with v̇ = S⁺ (a_child − a_parent − drift).
  void addArmatures(Eigen::MatrixXd& mass, Eigen::VectorXd& force) const {
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const double armature = on_.mechanism.joints[j].armature;
      if (armature == 0) continue;
      const WorldJoint& joint = joints_[j];
      const Eigen::MatrixXd pick =
          joint.subspace * (joint.subspace.transpose() * joint.subspace).inverse();
      Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(pick.cols(), mass.cols());
      addRows(joint, pick, 0, rows);
      mass += armature * rows.transpose() * rows;
      force += armature * rows.transpose() * (pick.transpose() * joint.drift);
    }
  }

  /// Adds applied, spring, damper and friction forces as wrenches between the bodies of each joint.
  void addJointForces(Eigen::VectorXd& force) const {
    applyForces<double>(on_.tree, on_.q, on_.v, on_.forces, on_.work);
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const WorldJoint& joint = joints_[j];
      const int first = layout_.velocity[j];
      const Eigen::VectorXd tau = on_.work.jointForces.segment(first, joint.subspace.cols());
      const Vector6<double> wrench =
          joint.subspace *
          solved(joint.subspace.transpose() * joint.subspace, tau);  // Sᵀ wrench = τ
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
      result.segment(layout_.velocity[j], joint.subspace.cols()) = solved(
          joint.subspace.transpose() * joint.subspace, joint.subspace.transpose() * relative);
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

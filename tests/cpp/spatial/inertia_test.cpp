#include <catch2/catch.hpp>

#include "arguments.hpp"
#include "closeness.hpp"
#include "linkwork/spatial/articulated_inertia.hpp"
#include "linkwork/spatial/rigid_body_inertia.hpp"
#include "linkwork/spatial/se3.hpp"
#include "linkwork/spatial/twist.hpp"

/// Inertias stored as 10 and 21 numbers, compared with their 6×6 matrices.
namespace linkwork::test::spatial {
namespace {

/// A rigid body of points. Its inertia is the sum over the points.
struct Points {
  std::array<double, 5> masses;
  std::array<Vector3<double>, 5> positions;

  explicit Points(std::mt19937_64& random) {
    for (double& mass : masses) mass = 1.1 + uniform(random);
    for (Vector3<double>& position : positions) position = randomMatrix<3>(random);
  }

  RigidBodyInertia<double> inertia() const {
    double mass = 0;
    Vector3<double> moment = Vector3<double>::Zero();
    for (std::size_t i = 0; i < masses.size(); ++i) {
      mass += masses[i];
      moment += masses[i] * positions[i];
    }
    const Vector3<double> center = moment / mass;
    Matrix3<double> aboutCenter = Matrix3<double>::Zero();
    for (std::size_t i = 0; i < masses.size(); ++i) {
      const Matrix3<double> arm = hat(positions[i] - center);
      aboutCenter -= masses[i] * arm * arm;
    }
    return RigidBodyInertia<double>::fromCenterOfMass(mass, center, aboutCenter);
  }

  double kineticEnergy(const Vector6<double>& twist) const {
    double sum = 0;
    for (std::size_t i = 0; i < masses.size(); ++i) {
      sum +=
          0.5 * masses[i] * (twist.tail<3>() + twist.head<3>().cross(positions[i])).squaredNorm();
    }
    return sum;
  }
};

struct Sample {
  std::mt19937_64 random;
  Points points{random};
  RigidBodyInertia<double> body = points.inertia();
  Transform<double> pose = se3::exp(2 * randomMatrix<6>(random));
  Vector6<double> twist = randomMatrix<6>(random);
  Matrix6<double> toChild = pose.inverse().adjoint();

  /// Returns a symmetric positive definite inertia with full coupling, as articulated inertias
  /// have.
  ArticulatedInertia<double> articulated() {
    const Matrix6<double> factor = randomMatrix<6, 6>(random);
    return fromMatrix(factor * factor.transpose());
  }

  static ArticulatedInertia<double> fromMatrix(const Matrix6<double>& m) {
    return {SymmetricMatrix3<double>::fromUpper(m.topLeftCorner<3, 3>()),
            Mat3<double>::from(m.topRightCorner<3, 3>()),
            SymmetricMatrix3<double>::fromUpper(m.bottomRightCorner<3, 3>())};
  }
};

TEST_CASE("a rigid inertia is the sum over the points of the body", "[spatial]") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const Sample s{std::mt19937_64(seed)};
    CHECK(s.body.kineticEnergy(s.twist) ==
          Approx(s.points.kineticEnergy(s.twist)).epsilon(rounding));
    CHECK(distance(s.body * s.twist, s.body.matrix() * s.twist) < rounding);
    CHECK(s.body.matrix() == s.body.matrix().transpose());
  }
}

TEST_CASE("a rigid inertia changes frame by congruence and conserves its energy", "[spatial]") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const Sample s{std::mt19937_64(seed)};
    const RigidBodyInertia<double> moved = s.body.toParent(s.pose);
    CHECK(distance(moved.matrix(), s.toChild.transpose() * s.body.matrix() * s.toChild) < rounding);
    CHECK(moved.kineticEnergy(s.pose.twistToParent(s.twist)) ==
          Approx(s.body.kineticEnergy(s.twist)).epsilon(rounding));
    CHECK(distance(moved * s.pose.twistToParent(s.twist), s.pose.wrenchToParent(s.body * s.twist)) <
          rounding);
    CHECK(distance(moved.toParent(s.pose.inverse()).matrix(), s.body.matrix()) < rounding);
    // Gyroscopic forces do no work: vᵀ (v ×* I v) = 0.
    CHECK(std::abs(s.twist.dot(crossForce(s.twist, s.body * s.twist))) <
          rounding * s.body.kineticEnergy(s.twist));
  }
}

TEST_CASE("rigid inertias add, and massless ones keep their rotational part", "[spatial]") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Sample s{std::mt19937_64(seed)};
    const RigidBodyInertia<double> other = s.body.toParent(s.pose);
    CHECK(distance((s.body + other).matrix(), s.body.matrix() + other.matrix()) < rounding);
    const Matrix3<double> rotor = Vector3<double>(0.1, 0.1, 0.2).asDiagonal();
    const auto massless =
        RigidBodyInertia<double>::fromCenterOfMass(0, s.twist.head<3>(), rotor).toParent(s.pose);
    CHECK(massless.moment.vector() == Vector3<double>::Zero());
    CHECK(distance(massless.rotational.matrix(),
                   s.pose.rotation * rotor * s.pose.rotation.transpose()) < rounding);
  }
}

TEST_CASE("an articulated inertia acts and changes frame as its 6x6 matrix", "[spatial]") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    Sample s{std::mt19937_64(seed)};
    const ArticulatedInertia<double> a = s.articulated();
    CHECK(distance(a * s.twist, a.matrix() * s.twist) < rounding);
    CHECK(distance(a.toParent(s.pose).matrix(), s.toChild.transpose() * a.matrix() * s.toChild) <
          rounding);
    CHECK(distance(a.toParent(s.pose) * s.pose.twistToParent(s.twist),
                   s.pose.wrenchToParent(a * s.twist)) < rounding);
    const auto rigid = ArticulatedInertia<double>::of(s.body);
    CHECK(distance(rigid.matrix(), s.body.matrix()) == 0);
    CHECK(distance((a + rigid).matrix(), a.matrix() + s.body.matrix()) < rounding);
  }
}

TEMPLATE_TEST_CASE_SIG("an eliminated joint subtracts U D⁻¹ Uᵀ from an articulated inertia",
                       "[spatial]", ((int dofs), dofs), 1, 2, 3, 6) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Sample s{std::mt19937_64(seed)};
    ArticulatedInertia<double> a = s.articulated();
    const Matrix6<double> before = a.matrix();
    const Eigen::Matrix<double, 6, dofs> subspace = randomMatrix<6, dofs>(s.random);
    const Eigen::Matrix<double, 6, dofs> u = before * subspace;
    const Eigen::Matrix<double, dofs, dofs> d = subspace.transpose() * u;
    const Eigen::Matrix<double, dofs, dofs> inverse = d.inverse();
    const Eigen::Matrix<double, 6, dofs> w = u * inverse;
    for (int k = 0; k < dofs; ++k)
      a.subtractDyad(Vector6<double>(u.col(k)), Vector6<double>(w.col(k)));
    // Random subspaces may be nearly singular: the rounding of W = U D⁻¹ grows with the condition
    // of D.
    const double bound = rounding * d.norm() * inverse.norm() * before.norm();
    CHECK((a.matrix() - (before - u * w.transpose())).norm() < bound);
    const Vector6<double> along = subspace.rowwise().sum();  // resists no acceleration now
    CHECK((a * along).norm() < bound * along.norm());
  }
}

}  // namespace
}  // namespace linkwork::test::spatial

#pragma once

#include <Eigen/Geometry>

#include "linkwork/spatial.hpp"

/// Kinds of bodies: what constraints need to know of each is its mass matrix, the forces of its own
/// motion, and how points and directions move with it.
///
///   kind          velocities y, world axes                              dimension
///   particle      v                                                     3
///   planar        v_x, v_y of the center of mass; ω_z                   3
///   rigid         v of the center of mass; ω                            6
///   stretching    v of the center of mass; ω; ṡ along its own axes      9
///
/// Source: Baraff, "Linear-Time Dynamics using Lagrange Multipliers" (1996), sections 2.2 and 4.
namespace linkwork::papers {

/// A vector that bodies move: ẋ = P y, ẍ = P ẏ + bias, y the velocities of one body.
struct MovingVector {
  static constexpr int largest = 9;
  using Columns = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, largest>;

  Eigen::Vector3d value{0, 0, 0}, rate{0, 0, 0}, bias{0, 0, 0};
  Columns columns{3, 0};  ///< P; without columns where no body moves it

  /// What moves as a function of time says, or not at all.
  static MovingVector given(const Eigen::Vector3d& value,
                            const Eigen::Vector3d& rate = Eigen::Vector3d::Zero(),
                            const Eigen::Vector3d& acceleration = Eigen::Vector3d::Zero()) {
    return {value, rate, acceleration, Columns(3, 0)};
  }
};

struct Particle {
  static constexpr int dimension = 3;
  double mass = 1;
  Eigen::Vector3d position{0, 0, 0}, velocity{0, 0, 0};

  void writeMass(Eigen::Ref<Eigen::MatrixXd> to) const;
  MovingVector point() const;
};

/// A body in the plane z = 0; its vectors have z = 0.
struct PlanarBody {
  static constexpr int dimension = 3;
  double mass = 1, inertia = 1;  ///< about the center of mass, [kg·m²]
  Eigen::Vector2d position{0, 0};
  double angle = 0;
  Eigen::Vector3d velocity{0, 0, 0};  ///< v_x, v_y, ω

  void writeMass(Eigen::Ref<Eigen::MatrixXd> to) const;
  /// A point and a direction given in the body's axes, from its center of mass.
  MovingVector point(const Eigen::Vector2d& at) const;
  MovingVector direction(const Eigen::Vector2d& along) const;
  MovingVector spin() const;  ///< (0, 0, ω)
};

struct RigidBody {
  static constexpr int dimension = 6;
  double mass = 1;
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Identity();  ///< about the center of mass, own axes
  Eigen::Vector3d position{0, 0, 0};
  Eigen::Quaterniond attitude{1, 0, 0, 0};
  Vector6<double> velocity = Vector6<double>::Zero();  ///< v, ω

  void writeMass(Eigen::Ref<Eigen::MatrixXd> to) const;
  /// Its own gyroscopic force (0; −ω × I ω).
  Vector6<double> ownForce() const;
  MovingVector point(const Eigen::Vector3d& at) const;
  MovingVector direction(const Eigen::Vector3d& along) const;
  MovingVector spin() const;  ///< ω, whose derivative is ω̇
};

/// A rigid frame that also stretches along its three axes: the point X of the body at rest is at
///
///   x = p + R S X,   S = diag(s)
///   ẋ = v + ω × R S X + R Ṡ X
///   ẍ = P ẏ + R B X,   B = ω̂² S + 2 ω̂ Ṡ           ω̂ of ω in the body's axes
///
/// With E = ∫ X Xᵀ dm, the second moments of the body at rest, d'Alembert's principle
/// ∫ Pᵀẍ dm = Q gives, in the body's axes,
///
///   M = [ m 1              0                0        ]      k-th column of C: (S E e_k) × e_k
///       [ 0     tr(SES) 1 − SES             C        ]
///       [ 0                Cᵀ         diag(E_11, …)  ]
///   own force = −(0;  Σ_i e_i × N_·i;  diag(B E)),          N = B E S
///
/// where Σ_i e_i × N_·i is ∫ S X × B X dm. Witkin & Welch ("Fast Animation and Control of Nonrigid
/// Structures", 1990) have points linear in all twelve entries of an affine map; this keeps nine.
struct StretchingBody {
  static constexpr int dimension = 9;
  using Vector9 = Eigen::Matrix<double, 9, 1>;
  double mass = 1;
  Eigen::Matrix3d moments = Eigen::Matrix3d::Identity();  ///< E [kg·m²], positive definite
  Eigen::Vector3d position{0, 0, 0};
  Eigen::Quaterniond attitude{1, 0, 0, 0};
  Eigen::Vector3d stretch{1, 1, 1};    ///< s, of which two at least are not zero
  Vector9 velocity = Vector9::Zero();  ///< v, ω, ṡ

  void writeMass(Eigen::Ref<Eigen::MatrixXd> to) const;
  Vector9 ownForce() const;
  /// X, and a direction of the body at rest, which stretches with it.
  MovingVector point(const Eigen::Vector3d& at) const;
  MovingVector direction(const Eigen::Vector3d& along) const;
  MovingVector spin() const;

 private:
  Eigen::Matrix3d biasMatrix() const;
};

}  // namespace linkwork::papers

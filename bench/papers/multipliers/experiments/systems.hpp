#pragma once

#include <utility>
#include <vector>

#include "linkwork/mechanism.hpp"
#include "papers/multipliers/body_constraints.hpp"

/// The systems of the paper: bodies tied in trees by pins or balls, with or without loops and
/// contacts. The paper does not specify the shape, masses and state of its figures; these are ours.
namespace linkwork::bench {

/// Bodies that are tied at points. All move; the first is free.
template <typename Body, typename Vector>
struct PinnedBodies {
  struct Pin {
    int a, b;
    Vector onA, onB;
  };
  struct Contact {
    int body;
    Vector at;
  };
  struct Rod {
    int a, b;
  };
  std::vector<Body> parts;
  std::vector<Pin> pins;          ///< those of the tree first
  std::vector<Contact> contacts;  ///< with a frictionless floor, taken as touching
  std::vector<Rod> rods;          ///< between centers of mass
};
using PlanarSystem = PinnedBodies<papers::PlanarBody, Eigen::Vector2d>;
using SpatialSystem = PinnedBodies<papers::RigidBody, Eigen::Vector3d>;

/// Its equations, and numbers for them.
template <typename System>
class Equations {
 public:
  explicit Equations(const System& system);

  /// M, J, c and F at the system's state.
  void evaluate();
  void factor() { bodies.factor(); }
  void solve() { bodies.solve(force, c, accelerations, multipliers); }

  papers::ConstrainedBodies bodies;
  Eigen::VectorXd force, c, accelerations, multipliers;

 private:
  System system_;
};

/// A tree of planar bodies, each with two children on pins; `loops` more pins tie neighbors among
/// the last ones.
PlanarSystem planarTree(int bodies, int loops);

/// Rigid bodies on ball joints, each with `children` children: 1 makes a chain.
SpatialSystem ballTree(int bodies, int children, int contacts = 0);

/// The same with rods between bodies far from each other.
SpatialSystem ballTreeWithRods(int bodies, int children, int rods);

/// The same bodies as a mechanism of the library: free joint, balls.
Mechanism mechanismOf(const SpatialSystem& system);

}  // namespace linkwork::bench

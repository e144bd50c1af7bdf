#pragma once

#include <span>
#include <string>
#include <vector>

#include "linkwork/linalg/index.hpp"

/// Bodies and constraints of which nothing is known but their dimensions, and the order in which
/// their equations are eliminated.
namespace linkwork::papers {

enum class ConstraintRole {
  automatic,  ///< primary where it can be, else auxiliary
  primary,    ///< an error where it cannot be
  auxiliary
};

/// Equations J y + c = 0 on the accelerations y of some bodies, kept by forces Jᵀλ, or K μ where it
/// is working.
struct BodyConstraint {
  std::string name;         ///< for messages
  std::vector<int> bodies;  ///< those that it moves, each once
  int rows = 1;             ///< how many equations it has
  ConstraintRole role = ConstraintRole::automatic;
  /// Kept by forces with directions of their own, K ≠ Jᵀ, which may do work: always auxiliary.
  bool isWorking = false;
};

/// Which constraints are primary, and the bodies in their order of elimination.
///
/// Primary constraints act on two bodies and tie them to trees. In addition, each tree may have one
/// that acts on its root alone. Then the graph of H = [M −Jᵀ; −J 0] is a forest, and its
/// elimination from the leaves, level by level, has no fill-in. A node is a body with the
/// constraint between it and its parent: the two are eliminated together. (The paper searches depth
/// first; level by level, neighbors do not depend on each other.) All other constraints are
/// auxiliary: those that close cycles, act on more than two bodies, or on one that is no root.
///
/// The constraint of a node needs rows that are independent on the node's own body: so its rows
/// are at most as many as the smaller of its bodies has dimensions, else it is auxiliary.
/// Source: Baraff, "Linear-Time Dynamics using Lagrange Multipliers" (1996), sections 4 to 7.
class BodyForest {
 public:
  struct Node {
    int body;            ///< in the user's order
    int size;            ///< its dimension d
    int first;           ///< where its velocities are in a vector of all bodies
    int parent = -1;     ///< a later node, or −1
    int parentSize = 0;  ///< its dimension, 0 where there is none
    int constraint = -1;
    int rows = 0;      ///< of the constraint
    int firstRow = 0;  ///< where they are in a vector of all rows
    int side = 0;      ///< which of the constraint's bodies this is; the parent is the other
  };

  /// Throws MechanismError naming the body or constraint that has no meaning, or that is declared
  /// primary and cannot be.
  BodyForest(std::span<const int> dimensions, std::vector<BodyConstraint> constraints);

  const std::vector<Node>& nodes() const { return nodes_; }  ///< every body before its parent
  const std::vector<BodyConstraint>& constraints() const { return constraints_; }
  const std::vector<int>& auxiliaries() const { return auxiliaries_; }  ///< in the user's order

  int nodeOf(int body) const { return nodeOf_[at(body)]; }
  bool isPrimary(int constraint) const { return isPrimary_[at(constraint)]; }
  int firstRow(int constraint) const { return firstRow_[at(constraint)]; }
  int unknowns() const { return unknowns_; }  ///< dimensions of all bodies
  int rows() const { return rows_; }          ///< of all constraints

  /// `constraints[3] ("revolute joint")`
  std::string nameOf(int constraint) const;

 private:
  void check(std::span<const int> dimensions) const;
  void choosePrimary(std::span<const int> dimensions);
  void order(std::span<const int> dimensions);

  std::vector<BodyConstraint> constraints_;
  std::vector<Node> nodes_;
  std::vector<int> nodeOf_, firstRow_, auxiliaries_;
  std::vector<bool> isPrimary_;
  int unknowns_ = 0, rows_ = 0;
};

}  // namespace linkwork::papers

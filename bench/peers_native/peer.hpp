// The interface between the timing program and the libraries that it times: no Eigen, for each
// library comes in a shared object of its own, with other alignments and for another instruction
// set.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace peers {

/// A body and its joint: a revolute joint, or six degrees of freedom. The body's
/// frame is the joint's on the child.
struct Link {
  int parent = -1;  ///< -1: the ground
  bool isFree = false;
  int axis = 0;                            ///< of a revolute joint: 0 x, 1 y, 2 z
  std::array<double, 4> turn{0, 0, 0, 1};  ///< of the joint's frame in the parent's: x y z w
  std::array<double, 3> position{};        ///< [m]
  double mass = 1;                         ///< [kg]
  std::array<double, 3> center{};          ///< of mass [m]
  std::array<double, 6> inertia{1, 1, 1, 0, 0, 0};  ///< xx yy zz xy xz yz about it [kg·m²]
};

/// A tree in depth-first order, and a state. Of a free joint q has position and quaternion x y z w;
/// v, a and tau have the angular part first, in the body's axes.
struct Model {
  std::string name;
  std::vector<Link> links;
  std::vector<double> q, v, a, tau;
};

enum class Question { forwardDynamics, inverseDynamics, massMatrix, forwardDynamicsDerivatives };

/// A way to answer a question about a model.
struct Answer {
  std::string name;
  std::function<void()> compute;
  /// The last result, in the model's order. Matrices column after column; derivatives by q,
  /// by v and by tau, one after the other.
  std::function<std::vector<double>()> result;
};

/// The function `appendAnswers` that a shared object exports.
using AppendAnswers = void(const Model& model, Question question, std::vector<Answer>& to);

/// Columns `from` of a square matrix, its rows and columns in the order that `place` gives.
template <typename Entry>
void appendSquare(std::vector<double>& to, const std::vector<int>& place, Entry&& entry) {
  for (const int column : place)
    for (const int row : place) to.push_back(entry(row, column));
}

}  // namespace peers

extern "C" __attribute__((visibility("default"))) peers::AppendAnswers appendAnswers;

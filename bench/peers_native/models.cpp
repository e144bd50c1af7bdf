#include "models.hpp"

#include <cmath>
#include <random>

namespace peers {
namespace {

/// Models of random bodies, the same ones in every run.
class Builder {
 public:
  explicit Builder(std::string name) { model_.name = std::move(name); }

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }

  std::array<double, 3> place(double size) {
    std::array<double, 3> result{};
    for (double& each : result) each = uniform(-size, size);
    return result;
  }

  std::array<double, 4> turn() {
    std::array<double, 4> result{};
    double square = 0;
    for (double& each : result) each = uniform(-1, 1), square += each * each;
    for (double& each : result) each /= std::sqrt(square);
    return result;
  }

  /// Adds a link and gives it a body of the size: four points of mass, and a ball. Returns its
  /// place.
  int add(Link link, double size) {
    link.mass = uniform(0.5, 1.5);
    link.center = place(size);
    std::array<double, 6> moments{};  // Σ m p pᵀ
    for (int point = 0; point < 4; ++point) {
      const auto [x, y, z] = place(size);
      const std::array products{x * x, y * y, z * z, x * y, x * z, y * z};
      for (std::size_t k = 0; k < 6; ++k) moments[k] += link.mass / 4 * products[k];
    }
    const double trace = moments[0] + moments[1] + moments[2] + 0.1 * link.mass * size * size;
    for (std::size_t k = 0; k < 3; ++k) link.inertia[k] = trace - moments[k];
    for (std::size_t k = 3; k < 6; ++k) link.inertia[k] = -moments[k];
    model_.links.push_back(link);
    return static_cast<int>(model_.links.size()) - 1;
  }

  /// Revolute joints about the axes that letters name, each `length` further down; returns the
  /// last.
  int addLimb(int parent, const std::string& axes, const std::array<double, 3>& from,
              double length) {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      Link link{.parent = parent, .axis = axes[i] - 'x', .position = from};
      if (i > 0) link.position = {uniform(-0.02, 0.02), uniform(-0.02, 0.02), -length};
      parent = add(link, 0.1);
    }
    return parent;
  }

  /// The model, at a random state.
  Model finish() {
    for (const Link& link : model_.links) {
      if (link.isFree) {
        for (const double each : place(1)) model_.q.push_back(each);
        for (const double each : turn()) model_.q.push_back(each);
      } else {
        model_.q.push_back(uniform(-1.5, 1.5));
      }
      for (int i = 0; i < (link.isFree ? 6 : 1); ++i)
        for (auto* each : {&model_.v, &model_.a, &model_.tau}) each->push_back(uniform(-1, 1));
    }
    return std::move(model_);
  }

 private:
  Model model_;
  std::mt19937_64 random_{7};
};

void addBranches(Builder& builder, int parent, int levels) {
  if (levels == 0) return;
  for (int branch = 0; branch < (parent < 0 ? 1 : 2); ++branch) {
    Link link{.parent = parent, .axis = levels % 3, .turn = builder.turn()};
    link.position = builder.place(0.2);
    addBranches(builder, builder.add(link, 0.15), levels - 1);
  }
}

}  // namespace

Model chain(int links, bool hasAnyFrames) {
  Builder builder("chain of " + std::to_string(links) + (hasAnyFrames ? ", any frames" : ""));
  for (int i = 0; i < links; ++i) {
    Link link{.parent = i - 1, .axis = i % 3, .position = builder.place(0.2)};
    if (hasAnyFrames) link.turn = builder.turn();
    builder.add(link, 0.15);
  }
  return builder.finish();
}

Model binaryTree(int levels) {
  Builder builder("tree of " + std::to_string((1 << levels) - 1));
  addBranches(builder, -1, levels);
  return builder.finish();
}

Model humanoid() {
  Builder builder("floating tree, 36 degrees of freedom");
  const int trunk = builder.add({.isFree = true}, 0.3);
  builder.addLimb(trunk, "zxyyyx", {0, 0.1, -0.1}, 0.3);
  builder.addLimb(trunk, "zxyyyx", {0, -0.1, -0.1}, 0.3);
  const int chest = builder.addLimb(trunk, "zyx", {0, 0, 0.2}, -0.1);
  builder.addLimb(chest, "yxzyzyx", {0, 0.2, 0.2}, 0.2);
  builder.addLimb(chest, "yxzyzyx", {0, -0.2, 0.2}, 0.2);
  builder.addLimb(chest, "z", {0, 0, 0.3}, 0);
  return builder.finish();
}

}  // namespace peers

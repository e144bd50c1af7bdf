// Times linkwork next to others, each in a shared object of its own, and prints JSON; ../peers.mjs
// makes tables of it.
//
//   linkwork_peers [--quick] linkwork.so OTHER.so...

#include <dlfcn.h>

#include <cmath>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "../timing.hpp"
#include "models.hpp"

namespace peers {
namespace {

using Json = nlohmann::json;
using linkwork::bench::Candidate;

struct Asked {
  const char* name;
  Question question;
};
constexpr std::array questions{
    Asked{"forwardDynamics", Question::forwardDynamics},
    Asked{"inverseDynamics", Question::inverseDynamics}, Asked{"massMatrix", Question::massMatrix},
    Asked{"forwardDynamicsDerivatives", Question::forwardDynamicsDerivatives}};

std::vector<Model> models(bool isQuick) {
  std::vector<Model> all;
  for (const int links : {10, 20, 50, 100, 200})
    if (!isQuick || links <= 20) all.push_back(chain(links));
  all.push_back(chain(50, true));
  all.push_back(binaryTree(6));
  all.push_back(humanoid());
  return all;
}

/// Stays loaded until the program ends, because answers refer to it.
AppendAnswers* load(const char* file) {
  void* object = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  void* found = object == nullptr ? nullptr : dlsym(object, "appendAnswers");
  if (found == nullptr) throw std::runtime_error(dlerror());
  return reinterpret_cast<AppendAnswers*>(found);
}

/// The largest difference of two results, over the largest entry.
double differenceOf(const std::vector<double>& one, const std::vector<double>& other) {
  if (one.size() != other.size()) throw std::logic_error("answers of different lengths");
  double size = 0, difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (!std::isfinite(one[i] - other[i])) throw std::logic_error("an answer is not finite");
    size = std::max(size, std::abs(one[i]));
    difference = std::max(difference, std::abs(one[i] - other[i]));
  }
  return difference / size;
}

Json measure(const std::vector<AppendAnswers*>& libraries, const Model& model, const Asked& asked,
             bool isQuick) {
  std::vector<Answer> answers;
  for (AppendAnswers* library : libraries) library(model, asked.question, answers);
  std::vector<Candidate> candidates;
  double difference = 0;
  for (const Answer& answer : answers) {
    answer.compute();
    const std::vector<double> found = answer.result();
    difference = std::max(difference, differenceOf(answers[0].result(), found));
    candidates.push_back({answer.name, answer.compute});
  }
  Json methods = Json::array();
  const int rounds = isQuick ? 3 : 61;
  for (const auto& timing : linkwork::bench::compare(candidates, rounds, isQuick ? 2e-4 : 2e-3))
    methods.push_back(
        {{"name", timing.name}, {"microseconds", timing.microseconds}, {"ratio", timing.ratio}});
  return {{"model", model.name},
          {"question", asked.name},
          {"degreesOfFreedom", model.v.size()},
          {"difference", difference},
          {"methods", methods}};
}

int run(const std::vector<const char*>& arguments) {
  bool isQuick = false;
  std::vector<AppendAnswers*> libraries;
  for (const char* argument : arguments)
    if (std::string_view(argument) == "--quick")
      isQuick = true;
    else
      libraries.push_back(load(argument));
  Json result = Json::array();
  for (const Asked& asked : questions)
    for (const Model& model : models(isQuick)) {
      std::cerr << asked.name << ", " << model.name << '\n';
      result.push_back(measure(libraries, model, asked, isQuick));
    }
  std::cout << result.dump() << '\n';
  return 0;
}

}  // namespace
}  // namespace peers

int main(int count, char** arguments) try {
  return peers::run({arguments + 1, arguments + count});
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

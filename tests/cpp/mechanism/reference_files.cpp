#include "reference_files.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "gunzip.hpp"

namespace linkwork::test {
namespace {

std::filesystem::path folderOf(const std::string& set) {
  return std::filesystem::path("tests") / "data" / "reference" / set;
}

}  // namespace

std::vector<std::filesystem::path> referenceFiles(const std::string& set) {
  static const std::map<std::string, std::size_t> sizes{{"robots", 23}, {"random", 80}};
  std::vector<std::filesystem::path> files;
  std::error_code absent;
  for (const auto& entry : std::filesystem::directory_iterator(folderOf(set), absent))
    if (entry.path().extension() == ".gz") files.push_back(entry.path());
  INFO("files in " << folderOf(set));
  REQUIRE(files.size() == sizes.at(set));
  std::sort(files.begin(), files.end());
  return files;
}

std::filesystem::path referenceFile(const std::string& set, const std::string& name) {
  return folderOf(set) / (name + ".json.gz");
}

nlohmann::json readJsonFile(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  return nlohmann::json::parse(file.extension() == ".gz" ? gunzip(bytes) : bytes);
}

}  // namespace linkwork::test

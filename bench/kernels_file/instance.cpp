#include "bench/kernels_file/instance.hpp"

#include <map>
#include <string>

#include "base/npy_file.hpp"
#include "bench/inspect/contents.hpp"
#include "bench/kernels_file/buffer_sizes.hpp"
#include "bench/kernels_file/comparison.hpp"
#include "bench/kernels_file/named_inputs.hpp"

namespace warpmark::kernels_file {
namespace {

class file_instance : public named_inputs {
 public:
  file_instance(const description& description, const problem& problem, std::uint64_t seed)
      : unverified_(description.unverified) {
    const name_values names{.problem = &problem};
    for (const auto& buffer : description.buffers) {
      const auto definition = definition_of(buffer, names);
      if (buffer.init)
        inputs_[buffer.name] =
            inspect::make_contents(definition, seed, description.folder, description.tree);
      if (buffer.use == buffer_use::in) continue;
      const std::string type(inspect::name(definition.type.kind));
      auto& output = outputs_[buffer.name];
      output.compared = buffer.compared && buffer.use != buffer_use::bound;
      output.comparison = {*parse_element_type(type), buffer.absolute.of(type),
                           buffer.relative.of(type)};
      if (buffer.depth) {
        output.comparison.depth = static_cast<double>(buffer.depth->count(names));
        output.magnitude = buffer.magnitude;
      }
      if (buffer.expected)
        output.expected = std::move(
            inspect::read_npy(description.folder / *buffer.expected, description.tree).bytes);
    }
  }

  oracle_result check(std::string_view name, std::span<const std::byte> output,
                      const guarantees&) const override {
    const auto& output_definition = outputs_.at(std::string(name));
    if (unverified_ || !output_definition.compared) return {.ok = true};
    comparison within = output_definition.comparison;
    if (!output_definition.magnitude.empty())
      within.magnitudes = outputs_.at(output_definition.magnitude).expected;
    return compare(output_definition.expected, output, within);
  }

  void expect(std::string_view name, std::vector<std::byte> contents) override {
    outputs_.at(std::string(name)).expected = std::move(contents);
  }

 private:
  struct judged_output {
    kernels_file::comparison comparison;
    std::vector<std::byte> expected;
    std::string magnitude = {};  ///< The output with the magnitudes.
    bool compared = true;
  };

  bool unverified_;
  std::map<std::string, judged_output> outputs_;
};

}  // namespace

std::unique_ptr<problem_instance> instance_of(const description& description,
                                              const problem& problem, std::uint64_t seed) {
  return std::make_unique<file_instance>(description, problem, seed);
}

}  // namespace warpmark::kernels_file

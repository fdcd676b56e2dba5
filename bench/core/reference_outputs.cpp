#include "bench/core/reference_outputs.hpp"

#include <utility>

#include <fmt/format.h>

#include "bench/core/point_fault.hpp"

namespace warpmark {
namespace {

void execute(backend& machine, const pending_plan& pending, device_inputs& inputs,
             problem_instance& instance, const phase_listener& on_phase) {
  const auto kernels = finished(pending.kernels, on_phase);
  on_phase("reference");
  prepared_point prepared(machine, pending.plan, kernels, inputs);
  prepared.poison();
  prepared.restore();
  prepared.enqueue();
  machine.synchronize();
  if (const auto findings = machine.take_findings(); !findings.empty())
    throw point_fault(point_status::wrong, "the reference: " + finding_text(findings));
  std::string buffer;
  if (const oracle_result found = prepared.find_damage(buffer); !found.ok)
    throw point_fault(point_status::wrong, fmt::format("the reference: {} has {}, expected {}",
                                                       buffer, found.got, found.expected));
  for (auto& [name, contents] : prepared.outputs()) instance.expect(name, std::move(contents));
}

// The same error, with the reference named.
template <class Error>
[[noreturn]] void blame(const Error& error) {
  throw Error(fmt::format("the reference: {}", error.what()));
}

}  // namespace

void ask_reference(backend& machine, const pending_plan& reference, device_inputs& inputs,
                   problem_instance& instance, const phase_listener& on_phase) {
  try {
    execute(machine, reference, inputs, instance, on_phase);
  } catch (const compiler::compile_error& error) {
    throw compiler::compile_error(fmt::format("the reference: {}", error.what()), error.log,
                                  error.failure);
  } catch (const execution_limit_error& error) {
    blame(error);
  } catch (const device_memory_error& error) {
    blame(error);
  } catch (const unsupported_kernel& error) {
    blame(error);
  } catch (const device_error& error) {
    blame(error);
  }
}

}  // namespace warpmark

// Runs a program on Ibex, without instruction cache and protection. An instruction counts as issued
// in the first cycle in which it is decoded and does not stall.
module core_bench;
  import ibex_pkg::*;
  wire clk, resetn;
  wire instr_req, instr_rvalid, data_req, data_we, data_rvalid;
  wire [31:0] instr_addr, instr_rdata, data_addr, data_wdata, data_rdata;
  wire [3:0] data_be;
  wire [4:0] raddr_a, raddr_b, waddr;
  wire we;
  wire [31:0] rdata_a, rdata_b, wdata;

  // The program ends with an instruction that raises an exception and is not executed.
  wire ends = core.instr_first_cycle_id && core.instr_rdata_id == 32'h00100073;
  wire executes = core.instr_first_cycle_id && core.id_stage_i.instr_executing;

  obi_program program_i (
      .clk, .resetn, .instr_req, .instr_addr, .instr_rvalid, .instr_rdata,
      .data_req, .data_we, .data_be, .data_addr, .data_wdata, .data_rvalid, .data_rdata,
      .issues(executes || ends), .pc(core.pc_id), .ends
  );

  ibex_core #(
      .RV32M(`MULTIPLIER),
      .BranchTargetALU(`TARGET_ALU),
      .WritebackStage(`WRITE_BACK)
  ) core (
      .clk_i(clk), .rst_ni(resetn), .hart_id_i(0), .boot_addr_i(0),
      .instr_req_o(instr_req), .instr_gnt_i(1'b1), .instr_rvalid_i(instr_rvalid),
      .instr_addr_o(instr_addr), .instr_rdata_i(instr_rdata), .instr_err_i(1'b0),
      .data_req_o(data_req), .data_gnt_i(1'b1), .data_rvalid_i(data_rvalid),
      .data_we_o(data_we), .data_be_o(data_be), .data_addr_o(data_addr),
      .data_wdata_o(data_wdata), .data_rdata_i(data_rdata), .data_err_i(1'b0),
      .rf_raddr_a_o(raddr_a), .rf_raddr_b_o(raddr_b), .rf_waddr_wb_o(waddr), .rf_we_wb_o(we),
      .rf_wdata_wb_ecc_o(wdata), .rf_rdata_a_ecc_i(rdata_a), .rf_rdata_b_ecc_i(rdata_b),
      .ic_scr_key_valid_i(1'b0), .irq_software_i(1'b0), .irq_timer_i(1'b0),
      .irq_external_i(1'b0), .irq_fast_i('0), .irq_nm_i(1'b0), .debug_req_i(1'b0),
      .fetch_enable_i(IbexMuBiOn)
  );

  ibex_register_file_ff registers (
      .clk_i(clk), .rst_ni(resetn), .test_en_i(1'b0), .dummy_instr_id_i(1'b0),
      .dummy_instr_wb_i(1'b0), .raddr_a_i(raddr_a), .rdata_a_o(rdata_a), .raddr_b_i(raddr_b),
      .rdata_b_o(rdata_b), .waddr_a_i(waddr), .wdata_a_i(wdata), .we_a_i(we), .err_o()
  );
endmodule

// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowTerms, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {BlacklistToken} from "./support/Tokens.sol";
import {BurningPayee, RefusingPayee} from "./support/Accounts.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev One bad item must not stop a batch.
contract AttacksOnBatchesTest is EscrowTest {
    using VaultCalls for EscrowVault;

    function test_attack_payeeThatBurnsGasStarvesTheBatch() public {
        _paysTheOthersOf(address(new BurningPayee()));
    }

    function test_attack_payeeThatRefusesStopsTheBatch() public {
        _paysTheOthersOf(address(new RefusingPayee()));
    }

    function test_attack_batchWithTooLittleGasLosesNothing() public {
        EscrowVault vault = _open(_terms());
        IEscrowRegistry.BatchClaim[] memory claims = new IEscrowRegistry.BatchClaim[](1);
        claims[0] = IEscrowRegistry.BatchClaim(vault.terms(), SECRET, 20_000);
        vm.assertFalse(registry.claimBatch(claims)[0], "not claimed");
        _assertState(vault, VaultState.Open);
        claims[0].gasLimit = 150_000;
        vm.assertTrue(registry.claimBatch(claims)[0], "claimed later");
    }

    function test_attack_batchOfWhatIsNoVault() public {
        IEscrowRegistry.BatchClaim[] memory claims = new IEscrowRegistry.BatchClaim[](3);
        claims[0] = IEscrowRegistry.BatchClaim(_known(STRANGER).terms(), SECRET, 150_000);
        claims[1] = IEscrowRegistry.BatchClaim(_known(address(token)).terms(), SECRET, 150_000);
        claims[2] = IEscrowRegistry.BatchClaim(_open(_hopTerms()).terms(), SECRET, 150_000);
        bool[] memory claimed = registry.claimBatch(claims);
        vm.assertFalse(claimed[0] || claimed[1] || claimed[2], "none");
    }

    function test_attack_oneBadTokenStopsABatchOfClaims() public {
        BlacklistToken listed = new BlacklistToken();
        IEscrowRegistry.BatchClaim[] memory claims = new IEscrowRegistry.BatchClaim[](2);
        claims[0] = IEscrowRegistry.BatchClaim(_open(_termsIn(address(listed))).terms(), SECRET, 150_000);
        claims[1] = IEscrowRegistry.BatchClaim(_open(_terms()).terms(), SECRET, 150_000);
        listed.setPaused(true);
        bool[] memory claimed = registry.claimBatch(claims);
        vm.assertFalse(claimed[0], "paused");
        vm.assertTrue(claimed[1], "the other is paid");
        vm.assertEq(_balance(RECIPIENT), AMOUNT, "paid");
    }

    function test_attack_oneBadTokenStopsABatchOfCreations() public {
        EscrowTerms[] memory batch = new EscrowTerms[](2);
        batch[0] = _terms();
        batch[0].token = address(bridge); // has code, and no balanceOf
        batch[1] = _terms();
        _fund(batch[1]);
        address[] memory vaults = registry.createEscrowBatch(batch);
        vm.assertEq(vaults[0], address(0), "left out");
        vm.assertEq(vaults[1], registry.vaultAddress(batch[1]), "created");
    }

    /// @dev The whole batch gets a million gas: enough for all claims, unless one of them may burn 63/64 of it.
    function _paysTheOthersOf(address payee) private {
        EscrowTerms memory terms = _nativeTerms();
        terms.recipient = payee;
        IEscrowRegistry.BatchClaim[] memory claims = new IEscrowRegistry.BatchClaim[](3);
        claims[0] = IEscrowRegistry.BatchClaim(_open(terms).terms(), SECRET, 150_000);
        claims[1] = IEscrowRegistry.BatchClaim(_open(_terms()).terms(), SECRET, 150_000);
        claims[2] = IEscrowRegistry.BatchClaim(_open(_nativeTerms()).terms(), SECRET, 150_000);
        bool[] memory claimed = registry.claimBatch{gas: 1_000_000}(claims);
        vm.assertFalse(claimed[0], "its own loss");
        vm.assertTrue(claimed[1] && claimed[2], "the others are paid");
        _assertState(_known(claims[0].terms, registry.vaultAddress(claims[0].terms)), VaultState.Open);
    }
}
